# rule: default_is_json
# scenario: half of a character
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = "\ud800"):
    return None
