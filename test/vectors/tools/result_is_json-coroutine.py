# rule: result_is_json
# scenario: a coroutine that nobody awaits
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


async def later():
    return 1


@edge_tool
def probe():
    return later()
