# rule: argument_names
# scenario: a required name that every object has already
# expect: refused invalid_tool_args
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe(constructor: str):
    return constructor
