# rule: description_is_visible
# scenario: a space that only looks like one
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote\u00a0it.")
def probe():
    return None
