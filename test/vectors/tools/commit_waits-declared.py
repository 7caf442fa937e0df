# rule: commit_waits
# scenario: the tool itself is valid
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}, "permissions": [], "execution_level": "commit", "return_direct": true, "output_schema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}}
# schema_sha256: sha256:49cf0b2b2daba24ef49945375affe648211ece9712c6c029cbd748f3e206bb39

from edgestudio.tools import edge_tool


@edge_tool(
    execution_level="commit",
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
