# rule: default_none_needs_optional
# scenario: a text for an optional integer
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int | None = "x"):
    return None
