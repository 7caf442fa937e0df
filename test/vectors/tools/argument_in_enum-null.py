# rule: argument_in_enum
# scenario: null, where the parameter is nullable
# expect: accepted
# call: {"value": null}
# result: {"result": null}

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["basic", "pro"] | None):
    return value
