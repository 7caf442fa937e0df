# rule: direct_needs_closed_schema
# scenario: a contract that admits anything
# expect: refused return_direct_output_schema_required
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(return_direct=True, output_schema={"type": "object"})
def probe():
    return None
