# rule: argument_types
# scenario: null is no text
# expect: refused invalid_tool_args
# call: {"value": null}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str):
    return value
