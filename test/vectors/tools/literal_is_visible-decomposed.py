# rule: literal_is_visible
# scenario: a letter and its accent apart
# expect: refused invalid_tool_definition
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["cafe\u0301"]):
    return None
