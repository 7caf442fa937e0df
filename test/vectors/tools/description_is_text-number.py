# rule: description_is_text
# scenario: a number
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description=3)
def probe():
    return None
