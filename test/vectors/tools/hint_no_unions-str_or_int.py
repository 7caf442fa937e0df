# rule: hint_no_unions
# scenario: two types
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str | int):
    return None
