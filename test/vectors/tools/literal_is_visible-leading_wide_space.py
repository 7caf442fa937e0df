# rule: literal_is_visible
# scenario: a wide space at the begin
# expect: refused invalid_tool_definition
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["\u3000basic"]):
    return None
