# rule: permission_read_local
# scenario: a text is no list of texts
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(permissions="read_local")
def probe():
    return None
