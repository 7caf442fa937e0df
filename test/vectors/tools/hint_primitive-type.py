# rule: hint_primitive
# scenario: a class
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: type):
    return None
