# rule: parameter_is_given_by_name
# scenario: a parameter that has no name for its caller
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int, /):
    return None
