# rule: argument_whole_number
# scenario: 250.0 for an int
# expect: accepted
# call: {"value": 250.0}
# result: {"result": "250"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return repr(value)
