# rule: description_is_visible
# scenario: a braille cell without a dot
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote\u2800it.")
def probe():
    return None
