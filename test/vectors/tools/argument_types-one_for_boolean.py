# rule: argument_types
# scenario: 1 is no boolean
# expect: refused invalid_tool_args
# call: {"value": 1}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: bool):
    return value
