# rule: tool_is_reachable
# scenario: a name that is gone again
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return None


del probe
