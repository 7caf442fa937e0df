# rule: default_is_of_its_type
# scenario: None does not make a parameter optional
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int = None):
    return None
