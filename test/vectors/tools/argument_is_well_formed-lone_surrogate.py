# rule: argument_is_well_formed
# scenario: half of a character
# expect: refused invalid_tool_args
# call: {"value": "\ud800"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str):
    return value
