# rule: description_is_visible
# scenario: half of a character
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\ud800")
def probe():
    return None
