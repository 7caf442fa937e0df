# rule: description_is_visible
# scenario: bytes in variation selectors
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\U000e0101\U000e0120")
def probe():
    return None
