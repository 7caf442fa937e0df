# rule: parameter_name_ascii
# scenario: a name that validators pass over
# expect: refused invalid_tool_definition
# line: 12
# tool: probe
# parameter: __proto__

from edgestudio.tools import edge_tool


@edge_tool
def probe(__proto__: int):
    return None
