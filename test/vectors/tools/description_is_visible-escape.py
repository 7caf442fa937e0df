# rule: description_is_visible
# scenario: an escape sequence
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\x1b[2J")
def probe():
    return None
