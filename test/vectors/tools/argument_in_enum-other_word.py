# rule: argument_in_enum
# scenario: another word
# expect: refused invalid_tool_args
# call: {"value": "gold"}

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["basic", "pro"] | None):
    return value
