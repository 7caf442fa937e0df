# rule: direct_needs_closed_schema
# scenario: a draft without either
# expect: refused return_direct_output_schema_required
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(execution_level="prepare")
def probe():
    return None
