# rule: return_direct_is_bool
# scenario: True, with its result contract
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": true, "output_schema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}}
# schema_sha256: sha256:32f667dc768090940bee40e15219f4065099de4c364017b1b627d6e461d64e54

from edgestudio.tools import edge_tool


@edge_tool(
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    },
)
def probe():
    return None
