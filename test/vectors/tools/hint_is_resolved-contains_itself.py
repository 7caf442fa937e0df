# rule: hint_is_resolved
# scenario: a quoted name whose type is made of itself
# expect: refused unsupported_type_hint
# line: 16
# tool: probe
# parameter: value

from typing import Optional

from edgestudio.tools import edge_tool

Loop = Optional["Loop"]


@edge_tool
def probe(value: Loop):
    return None
