# rule: argument_whole_number
# scenario: a fraction for an int
# expect: refused invalid_tool_args
# call: {"value": 2.5}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return value
