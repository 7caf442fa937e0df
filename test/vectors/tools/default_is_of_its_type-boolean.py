# rule: default_is_of_its_type
# scenario: False
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "boolean", "default": false}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a50f54fdc4dee49f55d0e6b2834d076c129811fdad299a73b38ff6cf9bba051d

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: bool = False):
    return None
