# rule: description_is_visible
# scenario: a right-to-left override
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\u202e")
def probe():
    return None
