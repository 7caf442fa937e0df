# rule: parameter_has_a_hint
# scenario: a parameter without a hint
# expect: refused missing_parameter_type_hint
# line: 14
# tool: probe
# parameter: bad

from edgestudio.tools import edge_tool


@edge_tool
def probe(
    good: int,
    bad,
):
    return None
