# rule: hint_list
# scenario: a protocol is no type of values
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from collections.abc import Sequence

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Sequence[int]):
    return None
