# rule: hint_primitive
# scenario: anything at all
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: object):
    return None
