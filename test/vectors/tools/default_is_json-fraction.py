# rule: default_is_json
# scenario: a fraction
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "number", "default": 0.1}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:1f3ea9ea5ab9a2cba5920a57ab0bd930e5b0060013fa5b6778a12ff0fbc55445

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = 0.1):
    return None
