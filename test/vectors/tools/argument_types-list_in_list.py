# rule: argument_types
# scenario: a list in a list of texts
# expect: refused invalid_tool_args
# call: {"value": [["a"]]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[str]):
    return value
