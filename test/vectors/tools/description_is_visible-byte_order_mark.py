# rule: description_is_visible
# scenario: a byte order mark inside
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\ufeff")
def probe():
    return None
