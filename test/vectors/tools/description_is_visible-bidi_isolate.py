# rule: description_is_visible
# scenario: an isolate
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\u2067")
def probe():
    return None
