# rule: output_schema_keywords
# scenario: a comparison of each with each
# expect: refused invalid_output_schema
# line: 20
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {
            "a": {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
        },
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
