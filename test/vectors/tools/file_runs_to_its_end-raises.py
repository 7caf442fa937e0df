# rule: file_runs_to_its_end
# scenario: an exception at the top level
# expect: refused tools_file_import_failed
# line: 14

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return None


1 / 0
