# rule: tool_name_pattern
# scenario: a Cyrillic letter that looks like ASCII
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="рrobe")
def probe():
    return None
