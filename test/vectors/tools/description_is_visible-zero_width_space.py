# rule: description_is_visible
# scenario: a zero width space
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\u200b")
def probe():
    return None
