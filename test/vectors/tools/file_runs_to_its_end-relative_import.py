# rule: file_runs_to_its_end
# scenario: a file is no package
# expect: refused tools_file_import_failed
# line: 7

from edgestudio.tools import edge_tool
from . import rates


@edge_tool
def probe():
    return None
