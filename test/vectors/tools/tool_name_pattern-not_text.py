# rule: tool_name_pattern
# scenario: a number
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name=5)
def probe():
    return None
