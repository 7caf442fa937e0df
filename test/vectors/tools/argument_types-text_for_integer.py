# rule: argument_types
# scenario: a text that looks like a number
# expect: refused invalid_tool_args
# call: {"value": "5"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return value
