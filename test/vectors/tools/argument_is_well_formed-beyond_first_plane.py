# rule: argument_is_well_formed
# scenario: a character beyond the first plane, and a separator
# expect: accepted
# call: {"value": "\ud83d\ude00\u2028"}
# result: {"result": "\ud83d\ude00\u2028"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str):
    return value
