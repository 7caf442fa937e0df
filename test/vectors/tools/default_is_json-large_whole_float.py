# rule: default_is_json
# scenario: a float that is such an integer
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = 1e300):
    return None
