# rule: tool_is_reachable
# scenario: a function inside of a class
# expect: refused invalid_tool_definition
# line: 12
# tool: probe

from edgestudio.tools import edge_tool


class Box:
    @edge_tool
    def probe(self):
        return 1
