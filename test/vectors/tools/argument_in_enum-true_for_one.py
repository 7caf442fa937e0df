# rule: argument_in_enum
# scenario: true is not 1
# expect: refused invalid_tool_args
# call: {"value": true}

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[1]):
    return value
