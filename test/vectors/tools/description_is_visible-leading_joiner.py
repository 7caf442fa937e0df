# rule: description_is_visible
# scenario: a joiner with nothing in front
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="\u200dQuote.")
def probe():
    return None
