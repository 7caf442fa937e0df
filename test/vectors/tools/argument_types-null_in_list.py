# rule: argument_types
# scenario: null in a list
# expect: refused invalid_tool_args
# call: {"value": [null]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[str]):
    return value
