# rule: argument_types
# scenario: a boolean is no integer
# expect: refused invalid_tool_args
# call: {"value": true}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return value
