# rule: tool_is_reachable
# scenario: a function that never left another one
# expect: refused invalid_tool_definition
# line: 12
# tool: probe

from edgestudio.tools import edge_tool


def make():
    @edge_tool
    def probe():
        return 1


make()
