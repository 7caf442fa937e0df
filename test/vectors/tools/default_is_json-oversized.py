# rule: default_is_json
# scenario: 100,000 integers
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int] = [0] * 100_000):
    return None
