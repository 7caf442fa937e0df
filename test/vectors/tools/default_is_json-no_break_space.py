# rule: default_is_json
# scenario: a space that only looks like one
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = "a\u00a0b"):
    return None
