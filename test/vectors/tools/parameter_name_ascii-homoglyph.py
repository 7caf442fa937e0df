# rule: parameter_name_ascii
# scenario: a Cyrillic letter that looks like ASCII
# expect: refused invalid_tool_definition
# line: 12
# tool: probe
# parameter: \u0430mount

from edgestudio.tools import edge_tool


@edge_tool
def probe(аmount: int):
    return None
