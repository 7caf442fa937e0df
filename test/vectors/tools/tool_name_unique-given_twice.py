# rule: tool_name_unique
# scenario: one name given twice
# expect: refused duplicate_tool_name
# line: 16
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(name="probe")
def a():
    return 1


@edge_tool(name="probe")
def b():
    return 2
