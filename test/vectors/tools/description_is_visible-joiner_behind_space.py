# rule: description_is_visible
# scenario: a selector behind a space
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote \ufe0f.")
def probe():
    return None
