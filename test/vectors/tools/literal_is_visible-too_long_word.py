# rule: literal_is_visible
# scenario: 257 characters
# expect: refused invalid_tool_definition
# line: 16
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool

Word = Literal["%s" % ("a" * 257)]


@edge_tool
def probe(value: Word):
    return None
