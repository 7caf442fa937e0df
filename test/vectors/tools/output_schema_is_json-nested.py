# rule: output_schema_is_json
# scenario: objects in arrays in objects
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:d3c8db3e011e8790bd5d83640b0e1a9212d370a25bd013453f7a60f2b013cab9

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {
            "rows": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}},
                    "required": ["id"],
                    "additionalProperties": False,
                },
            }
        },
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
