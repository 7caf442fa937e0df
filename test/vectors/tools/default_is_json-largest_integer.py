# rule: default_is_json
# scenario: the largest integer
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "integer", "default": 9007199254740991}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:6fcd1ae32ce1aed28c1598a0f87c146593059ac6f5928af35ca4a04c4645131a

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int = 9007199254740991):
    return None
