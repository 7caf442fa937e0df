# rule: description_is_visible
# scenario: a direction mark
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\u200f")
def probe():
    return None
