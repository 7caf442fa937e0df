# rule: hint_is_resolved
# scenario: a quoted name that another file has resolved to its own
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"tiers": {"type": "array", "items": {"type": "string"}}}, "required": ["tiers"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:812b4903348b6986b8fc5cb72a7890a88f17b50c2d6ff78e9adc3a906781394f

from typing import List

import _hints
from edgestudio.tools import edge_tool

Tier = str
assert _hints.Tier is int


@edge_tool
def probe(tiers: List["Tier"]):
    return None
