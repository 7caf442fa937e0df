# rule: permission_read_local
# scenario: the word in capitals
# expect: refused unsupported_permission
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(permissions=["READ_LOCAL"])
def probe():
    return None
