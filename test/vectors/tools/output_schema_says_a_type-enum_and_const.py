# rule: output_schema_says_a_type
# scenario: listed values without a type
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"a": {"enum": ["x", null]}, "b": {"const": 1}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:086054ffd4ec388cab4ade6d11592d02d3be5e8776586d6f493731f0ef0a18ab

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"enum": ["x", None]}, "b": {"const": 1}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
