# rule: default_float_takes_int
# scenario: a text that looks like a number
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = "1"):
    return None
