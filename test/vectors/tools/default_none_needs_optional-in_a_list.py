# rule: default_none_needs_optional
# scenario: None among integers
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int] = [None]):
    return None
