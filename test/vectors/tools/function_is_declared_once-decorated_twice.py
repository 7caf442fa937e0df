# rule: function_is_declared_once
# scenario: two declarations of one function
# expect: refused invalid_tool_definition
# line: 12
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
@edge_tool(name="other")
def probe():
    return None
