# rule: default_is_of_its_type
# scenario: a list of the wrong things
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int] = ["1"]):
    return None
