# rule: default_is_json
# scenario: not a number
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = float("nan")):
    return None
