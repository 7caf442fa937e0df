# rule: permission_read_local
# scenario: another beside it
# expect: refused unsupported_permission
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(permissions=["read_local", "network"])
def probe():
    return None
