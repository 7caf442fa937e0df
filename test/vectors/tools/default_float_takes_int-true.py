# rule: default_float_takes_int
# scenario: a bool is no number
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = True):
    return None
