# rule: hint_no_invented_types
# scenario: an IntEnum, whose members are integers
# expect: refused unsupported_type_hint
# line: 18
# tool: probe
# parameter: value

from enum import IntEnum

from edgestudio.tools import edge_tool


class Tier(IntEnum):
    BASIC = 1


@edge_tool
def probe(value: Tier):
    return None
