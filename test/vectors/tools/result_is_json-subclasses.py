# rule: result_is_json
# scenario: subclasses count as what they extend
# expect: accepted
# call: {}
# result: {"tier": 2}

from collections import OrderedDict
from enum import IntEnum

from edgestudio.tools import edge_tool


class Tier(IntEnum):
    PRO = 2


@edge_tool
def probe():
    return OrderedDict(tier=Tier.PRO)
