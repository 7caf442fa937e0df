# rule: tool_name_pattern
# scenario: a digit in front
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="1a")
def probe():
    return None
