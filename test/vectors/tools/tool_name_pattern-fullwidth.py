# rule: tool_name_pattern
# scenario: letters that only look like ASCII, and are not normalised
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="ｐｒｏｂｅ")
def probe():
    return None
