# rule: description_is_visible
# scenario: two wide spaces
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="\u898b\u7a4d\u3000\u3000\u3002")
def probe():
    return None
