# rule: level_is_known
# scenario: a real effect, with its result contract
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "commit", "return_direct": true, "output_schema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": false}}
# schema_sha256: sha256:9b45e0c7c675cdf670909a6239525cfbb147f29177c8f063ff9e1b5cd8098f51

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
def probe():
    return None
