# rule: direct_needs_closed_schema
# scenario: a draft that goes to the model
# expect: refused return_direct_output_schema_required
# line: 19
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    execution_level="prepare",
    output_schema={
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    },
)
def probe():
    return None
