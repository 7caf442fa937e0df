# rule: tool_is_a_plain_function
# scenario: a descriptor of a class
# expect: refused invalid_tool_definition
# line: 11
# tool: staticmethod

from edgestudio.tools import edge_tool


class Box:
    @edge_tool
    @staticmethod
    def probe(value: int):
        return value
