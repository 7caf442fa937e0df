# rule: tool_is_a_plain_function
# scenario: a class
# expect: refused invalid_tool_definition
# line: 10
# tool: type

from edgestudio.tools import edge_tool


@edge_tool
class Probe:
    pass
