# rule: argument_types
# scenario: a text is no list of its characters
# expect: refused invalid_tool_args
# call: {"value": "abc"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[str]):
    return value
