# rule: listed_values_are_counted
# scenario: a Literal of 1,001 values
# expect: refused invalid_tool_definition
# line: 16
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool

Number = Literal[tuple(range(1001))]


@edge_tool
def probe(value: Number):
    return value
