# rule: hint_primitive
# scenario: str
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:89c1d9a02d9970d9bd31eee76a5445b61de4d8eb1c701d0d828a6498105b2028

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str):
    return None
