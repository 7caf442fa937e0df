# rule: direct_needs_closed_schema
# scenario: a contract that says it is open
# expect: refused return_direct_output_schema_required
# line: 19
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": True,
    },
)
def probe():
    return None
