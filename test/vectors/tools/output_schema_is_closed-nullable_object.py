# rule: output_schema_is_closed
# scenario: an object or null, closed
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"a": {"type": ["object", "null"], "properties": {}, "required": [], "additionalProperties": false}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:7f97340a42fb0c3972c52ed300e84be82a0a7dcdad9c5f7e78a39f2c84eebbf2

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {
            "a": {
                "type": ["object", "null"],
                "properties": {},
                "required": [],
                "additionalProperties": False,
            }
        },
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
