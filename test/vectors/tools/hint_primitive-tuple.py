# rule: hint_primitive
# scenario: a tuple
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: tuple[int, int]):
    return None
