# rule: direct_needs_closed_schema
# scenario: an effect without a result contract
# expect: refused return_direct_output_schema_required
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(execution_level="commit", return_direct=True)
def probe():
    return None
