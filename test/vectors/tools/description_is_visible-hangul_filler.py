# rule: description_is_visible
# scenario: a letter that shows as nothing
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\u3164")
def probe():
    return None
