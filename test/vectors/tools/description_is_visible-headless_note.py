# rule: description_is_visible
# scenario: a note without a head
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote\U0001d159.")
def probe():
    return None
