# rule: description_is_visible
# scenario: the place of an object
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote\ufffc.")
def probe():
    return None
