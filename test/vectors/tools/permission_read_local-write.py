# rule: permission_read_local
# scenario: another permission
# expect: refused unsupported_permission
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(permissions=["write"])
def probe():
    return None
