# rule: tool_name_pattern
# scenario: a lambda has no name of its own
# expect: refused invalid_tool_name
# tool: <lambda>

from edgestudio.tools import edge_tool

probe = edge_tool(lambda: 1)
