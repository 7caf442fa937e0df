# rule: tool_name_unique
# scenario: a given name that another function has
# expect: refused duplicate_tool_name
# line: 16
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return None


@edge_tool(name="probe")
def other():
    return 2
