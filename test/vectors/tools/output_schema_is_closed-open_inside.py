# rule: output_schema_is_closed
# scenario: an open object inside
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "object"}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
