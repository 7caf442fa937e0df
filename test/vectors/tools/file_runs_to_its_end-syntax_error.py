# rule: file_runs_to_its_end
# scenario: a definition that is not finished
# expect: refused tools_file_import_failed
# line: 7

from edgestudio.tools import edge_tool
def probe(:
    return None
