# rule: literal_one_type
# scenario: a member of an enum
# expect: refused unsupported_type_hint
# line: 19
# tool: probe
# parameter: value

from enum import Enum
from typing import Literal

from edgestudio.tools import edge_tool


class Tier(Enum):
    BASIC = "basic"


@edge_tool
def probe(value: Literal[Tier.BASIC]):
    return None
