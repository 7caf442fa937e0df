# rule: selection_is_known
# scenario: a fault in a tool that was not selected is a fault of the file
# expect: refused missing_parameter_type_hint
# line: 18
# tool: probe
# parameter: value
# select_tool: good

from edgestudio.tools import edge_tool


@edge_tool
def good():
    return None


@edge_tool
def probe(value):
    return value
