# rule: output_schema_is_json
# scenario: 33 levels
# expect: refused invalid_output_schema
# line: 22
# tool: probe

from edgestudio.tools import edge_tool

deep = {"type": "string"}
for _ in range(31):
    deep = {"type": "array", "items": deep}


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": deep},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
