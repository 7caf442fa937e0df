# rule: argument_safe_number
# scenario: a number that is read as infinite
# expect: refused invalid_tool_args
# call: {"value": 1e400}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float):
    return value
