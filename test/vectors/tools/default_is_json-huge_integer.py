# rule: default_is_json
# scenario: an integer of 5,000 digits
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int = 10**5000):
    return None
