# rule: output_schema_is_closed
# scenario: an open object in an array
# expect: refused invalid_output_schema
# line: 20
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {
            "a": {"type": "array", "items": {"type": "object", "properties": {}}}
        },
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
