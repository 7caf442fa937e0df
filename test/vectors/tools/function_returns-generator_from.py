# rule: function_returns
# scenario: a function with yield from
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    yield from []
