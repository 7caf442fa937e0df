# rule: description_is_visible
# scenario: a carriage return, which overwrites a line
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quote.\r")
def probe():
    return None
