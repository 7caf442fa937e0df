# rule: output_schema_says_a_type
# scenario: listed values of their type
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"a": {"type": ["string", "null"], "enum": ["x", null]}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:70e295414ca070168c02f7ef3d059bee96839ca274e7b6744f8b56c50d722c9d

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": ["string", "null"], "enum": ["x", None]}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
