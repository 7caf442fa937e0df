# rule: parameter_is_given_by_name
# scenario: one of two
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int, /, other: int):
    return None
