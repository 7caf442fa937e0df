# rule: file_runs_to_its_end
# scenario: an exit that says success
# expect: refused tools_file_import_failed
# line: 15

import sys
from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return None


sys.exit(0)
