# rule: argument_names
# scenario: an optional name that every object has already
# expect: accepted
# call: {}
# result: {"result": "none"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(constructor: str = "none"):
    return constructor
