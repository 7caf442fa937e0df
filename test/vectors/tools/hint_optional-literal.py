# rule: hint_optional
# scenario: null among the words
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["string", "null"], "enum": ["a", null]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:ba68db2876274809374a5649dc6b64f82a2e15227cdc6aa089d546abcbaab29a

from typing import Literal, Optional

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Optional[Literal["a"]]):
    return None
