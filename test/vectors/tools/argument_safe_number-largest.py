# rule: argument_safe_number
# scenario: the largest integer
# expect: accepted
# call: {"value": 9007199254740991}
# result: {"result": 9007199254740991}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return value
