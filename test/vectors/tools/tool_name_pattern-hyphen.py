# rule: tool_name_pattern
# scenario: a hyphen
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="a-b")
def probe():
    return None
