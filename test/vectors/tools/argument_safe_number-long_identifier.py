# rule: argument_safe_number
# scenario: an identifier of 19 digits
# expect: refused invalid_tool_args
# call: {"value": 2512292042121000001}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return value
