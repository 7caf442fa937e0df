# rule: hint_primitive
# scenario: a class of the standard library
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from datetime import date

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: date):
    return None
