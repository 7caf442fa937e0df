# rule: literal_is_visible
# scenario: a word that looks like another
# expect: refused invalid_tool_definition
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal["pro", "pro\u200b"]):
    return None
