# rule: parameter_name_ascii
# scenario: a letter beyond ASCII
# expect: refused invalid_tool_definition
# line: 12
# tool: probe
# parameter: gr\xf6\xdfe

from edgestudio.tools import edge_tool


@edge_tool
def probe(größe: int):
    return None
