# rule: argument_safe_number
# scenario: a float that is such an integer
# expect: refused invalid_tool_args
# call: {"value": 1e300}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float):
    return value
