# rule: tool_name_pattern
# scenario: no character
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="")
def probe():
    return None
