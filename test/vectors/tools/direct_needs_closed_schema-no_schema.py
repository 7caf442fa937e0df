# rule: direct_needs_closed_schema
# scenario: a direct result without a contract
# expect: refused return_direct_output_schema_required
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(return_direct=True)
def probe():
    return None
