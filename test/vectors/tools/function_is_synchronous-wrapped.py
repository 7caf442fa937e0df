# rule: function_is_synchronous
# scenario: a coroutine function behind functools.wraps
# expect: refused invalid_tool_definition
# line: 22
# tool: probe

import functools

from edgestudio.tools import edge_tool


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return {"wrapped": function(*args, **kwargs)}

    return inner


@edge_tool
@logged
async def probe():
    return 1
