# rule: default_in_literal
# scenario: False equals 0, and is not it
# expect: refused invalid_parameter_default
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[0] = False):
    return None
