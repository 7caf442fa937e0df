# rule: literal_is_visible
# scenario: two words that differ in the number of spaces
# expect: refused invalid_tool_definition
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["a b", "a  b"]):
    return None
