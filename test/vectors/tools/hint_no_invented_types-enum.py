# rule: hint_no_invented_types
# scenario: an Enum
# expect: refused unsupported_type_hint
# line: 18
# tool: probe
# parameter: value

from enum import Enum

from edgestudio.tools import edge_tool


class Tier(Enum):
    BASIC = "basic"


@edge_tool
def probe(value: Tier):
    return None
