# rule: direct_needs_closed_schema
# scenario: a draft with its result contract
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}, "permissions": [], "execution_level": "prepare", "return_direct": true, "output_schema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}}
# schema_sha256: sha256:4e33d5131c94da92fedd149918e4008b65079c0f88123983e2324aab3afc31c3
# call: {"id": "7"}
# result: {"id": "7"}

from edgestudio.tools import edge_tool


@edge_tool(
    execution_level="prepare",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    },
)
def probe(id: str):
    return {"id": id}
