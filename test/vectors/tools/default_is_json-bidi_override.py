# rule: default_is_json
# scenario: a text that shows as another
# expect: refused invalid_parameter_default
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = "\u202egpj"):
    return None
