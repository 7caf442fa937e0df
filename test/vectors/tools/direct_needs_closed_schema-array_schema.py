# rule: direct_needs_closed_schema
# scenario: a contract for something else than an object
# expect: refused return_direct_output_schema_required
# line: 13
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    return_direct=True, output_schema={"type": "array", "items": {"type": "string"}}
)
def probe():
    return None
