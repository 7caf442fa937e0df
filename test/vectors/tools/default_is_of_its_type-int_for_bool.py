# rule: default_is_of_its_type
# scenario: 1 is no bool
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: bool = 1):
    return None
