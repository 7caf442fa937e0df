# rule: function_is_synchronous
# scenario: a coroutine function
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
async def probe():
    return None
