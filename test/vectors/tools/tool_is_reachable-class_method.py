# rule: tool_is_reachable
# scenario: a method of a class, under a name at the top level
# expect: refused invalid_tool_definition
# line: 13
# tool: probe

from edgestudio.tools import edge_tool


class Box:
    @classmethod
    @edge_tool
    def probe(cls):
        return 1


probe = Box.probe
