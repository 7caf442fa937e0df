# rule: default_none_needs_optional
# scenario: None for a text
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = None):
    return None
