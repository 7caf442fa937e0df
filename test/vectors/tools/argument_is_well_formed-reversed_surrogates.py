# rule: argument_is_well_formed
# scenario: two halves in the wrong order
# expect: refused invalid_tool_args
# call: {"value": "\udc00\ud800"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str):
    return value
