# rule: tool_is_a_plain_function
# scenario: what functools.cache makes is no function
# expect: refused invalid_tool_definition
# line: 12
# tool: _lru_cache_wrapper

import functools

from edgestudio.tools import edge_tool


@edge_tool
@functools.cache
def probe(value: int):
    return value
