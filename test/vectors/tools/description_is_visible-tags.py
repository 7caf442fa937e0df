# rule: description_is_visible
# scenario: a second text in tag characters
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\U000e0049\U000e0067")
def probe():
    return None
