# rule: default_is_of_its_type
# scenario: 1.0 is a float in Python
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int = 1.0):
    return None
