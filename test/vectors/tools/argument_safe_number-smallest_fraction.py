# rule: argument_safe_number
# scenario: a very small number
# expect: accepted
# call: {"value": 1e-300}
# result: {"result": true}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float):
    return value > 0
