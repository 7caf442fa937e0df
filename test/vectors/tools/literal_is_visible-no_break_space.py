# rule: literal_is_visible
# scenario: a space that only looks like one
# expect: refused invalid_tool_definition
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["a\u00a0b"]):
    return None
