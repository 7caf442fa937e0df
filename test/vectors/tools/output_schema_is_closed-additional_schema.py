# rule: output_schema_is_closed
# scenario: further keys of one type
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": {"type": "string"},
    }
)
def probe():
    return None
