# rule: tool_name_pattern
# scenario: a line feed behind a good name
# expect: refused invalid_tool_name
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="probe\n")
def probe():
    return None
