# rule: default_is_of_its_type
# scenario: a member of an IntEnum is not an int to its reader
# expect: refused invalid_parameter_default
# line: 18
# tool: probe
# parameter: value

from enum import IntEnum

from edgestudio.tools import edge_tool


class Tier(IntEnum):
    BASIC = 1


@edge_tool
def probe(value: int = Tier.BASIC):
    return None
