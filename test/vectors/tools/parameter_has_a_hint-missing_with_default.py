# rule: parameter_has_a_hint
# scenario: a default says nothing about the type
# expect: refused missing_parameter_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value=1):
    return None
