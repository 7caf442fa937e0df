# rule: output_schema_keywords
# scenario: a union
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "string"}]}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
