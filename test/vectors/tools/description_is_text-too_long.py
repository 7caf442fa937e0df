# rule: description_is_text
# scenario: 4,097 characters
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="a" * 4_097)
def probe():
    return None
