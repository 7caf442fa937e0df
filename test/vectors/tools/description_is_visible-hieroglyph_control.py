# rule: description_is_visible
# scenario: a control of hieroglyphs
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote\U00013430.")
def probe():
    return None
