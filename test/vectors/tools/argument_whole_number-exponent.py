# rule: argument_whole_number
# scenario: 2.5e1 is 25
# expect: accepted
# call: {"value": 2.5e1}
# result: {"result": "25"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return repr(value)
