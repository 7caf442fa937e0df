# rule: argument_safe_number
# scenario: an integer that JSON readers change
# expect: refused invalid_tool_args
# call: {"value": 9007199254740993}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return value
