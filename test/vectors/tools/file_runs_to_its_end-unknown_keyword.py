# rule: file_runs_to_its_end
# scenario: a decorator argument that does not exist
# expect: refused tools_file_import_failed
# line: 9

from edgestudio.tools import edge_tool


@edge_tool(nmae="probe")
def probe():
    return None
