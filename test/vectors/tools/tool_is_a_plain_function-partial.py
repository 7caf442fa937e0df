# rule: tool_is_a_plain_function
# scenario: a partial, whose signature is a guess
# expect: refused invalid_tool_definition
# line: 16
# tool: partial

import functools

from edgestudio.tools import edge_tool


def plain(value: int, rate: int):
    return value * rate


probe = edge_tool(functools.partial(plain, rate=2))
