# rule: tool_name_unique
# scenario: a second definition, which replaced the first
# expect: refused duplicate_tool_name
# line: 16
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return 1


@edge_tool
def probe():
    return 2
