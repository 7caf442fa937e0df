# rule: listed_values_are_counted
# scenario: a Literal of 1,000 values
# expect: accepted
# call: {"value": 999}
# result: {"result": 999}

from typing import Literal

from edgestudio.tools import edge_tool

Number = Literal[tuple(range(1000))]


@edge_tool
def probe(value: Number):
    return value
