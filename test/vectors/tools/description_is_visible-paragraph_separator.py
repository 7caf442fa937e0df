# rule: description_is_visible
# scenario: a paragraph separator
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\u2029")
def probe():
    return None
