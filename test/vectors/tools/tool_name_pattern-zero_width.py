# rule: tool_name_pattern
# scenario: a zero width space, which nobody sees
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="pro\u200bbe")
def probe():
    return None
