# rule: hint_is_resolved
# scenario: a quoted name that is defined further down
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "enum": ["basic", "pro"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:ea1dd73125d90d73ae5f5d84120ba023f1e5e7d95d1dbbdb3b29ea722d1060d9

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: "Tier"):
    return None


Tier = Literal["basic", "pro"]
