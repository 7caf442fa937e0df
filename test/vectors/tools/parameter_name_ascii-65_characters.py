# rule: parameter_name_ascii
# scenario: 65 characters
# expect: refused invalid_tool_definition
# line: 12
# tool: probe
# parameter: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

from edgestudio.tools import edge_tool


@edge_tool
def probe(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: int):
    return None
