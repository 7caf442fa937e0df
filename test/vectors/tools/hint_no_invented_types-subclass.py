# rule: hint_no_invented_types
# scenario: a subclass of int
# expect: refused unsupported_type_hint
# line: 16
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


class Amount(int):
    pass


@edge_tool
def probe(value: Amount):
    return None
