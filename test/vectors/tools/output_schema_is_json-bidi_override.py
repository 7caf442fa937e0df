# rule: output_schema_is_json
# scenario: a description that shows as another
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "string", "description": "\u202e"}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
