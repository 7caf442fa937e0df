# rule: hint_primitive
# scenario: a set
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: set[str]):
    return None
