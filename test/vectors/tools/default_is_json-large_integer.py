# rule: default_is_json
# scenario: the first integer that JSON readers change
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int = 9007199254740992):
    return None
