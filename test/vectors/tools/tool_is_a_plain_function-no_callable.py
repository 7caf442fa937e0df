# rule: tool_is_a_plain_function
# scenario: a number
# expect: refused invalid_tool_definition
# line: 9
# tool: int

from edgestudio.tools import edge_tool

probe = edge_tool(5)
