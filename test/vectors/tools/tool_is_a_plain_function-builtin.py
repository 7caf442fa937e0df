# rule: tool_is_a_plain_function
# scenario: a function that is not written in Python
# expect: refused invalid_tool_definition
# line: 9
# tool: builtin_function_or_method

from edgestudio.tools import edge_tool

probe = edge_tool(len)
