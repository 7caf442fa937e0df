# rule: default_in_literal
# scenario: a word that is not among them
# expect: refused invalid_parameter_default
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["a"] = "b"):
    return None
