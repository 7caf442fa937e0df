# rule: default_in_literal
# scenario: True equals 1, and is not it
# expect: refused invalid_parameter_default
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[1] = True):
    return None
