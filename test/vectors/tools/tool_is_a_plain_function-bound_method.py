# rule: tool_is_a_plain_function
# scenario: a bound method
# expect: refused invalid_tool_definition
# line: 15
# tool: method

from edgestudio.tools import edge_tool


class Orders:
    def status(self):
        return None


probe = edge_tool(Orders().status)
