# rule: tool_is_a_plain_function
# scenario: an object with __call__
# expect: refused invalid_tool_definition
# line: 15
# tool: Probe

from edgestudio.tools import edge_tool


class Probe:
    def __call__(self, value: int):
        return value


probe = edge_tool(Probe())
