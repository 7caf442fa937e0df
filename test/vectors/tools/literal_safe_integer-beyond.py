# rule: literal_safe_integer
# scenario: the first integer that JSON readers change
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[9007199254740992]):
    return None
