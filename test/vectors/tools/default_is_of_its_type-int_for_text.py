# rule: default_is_of_its_type
# scenario: a number is no text
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = 1):
    return None
