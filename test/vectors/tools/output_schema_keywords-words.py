# rule: output_schema_keywords
# scenario: title and description
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": {"type": "object", "properties": {"a": {"type": "boolean", "title": "A", "description": "Whether."}}, "required": [], "additionalProperties": false}}
# schema_sha256: sha256:434fc227c18d997b92e57151422561b293fd20be2211d3a45ef9e79d0a2edfca

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {
            "a": {"type": "boolean", "title": "A", "description": "Whether."}
        },
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
