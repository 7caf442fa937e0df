# rule: literal_one_type
# scenario: a boolean that can only be true
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "boolean", "enum": [true]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:60c31035a88ff21d362a0daa4852e99f0ed52832d47e00c9be2920e5cd87678e

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[True]):
    return None
