# rule: argument_in_enum
# scenario: one of the words
# expect: accepted
# call: {"value": "pro"}
# result: {"result": "pro"}

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["basic", "pro"] | None):
    return value
