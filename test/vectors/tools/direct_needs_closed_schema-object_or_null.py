# rule: direct_needs_closed_schema
# scenario: a root that may be null
# expect: refused return_direct_output_schema_required
# line: 14
# tool: probe

from edgestudio.tools import edge_tool


OUTPUT = {"type": ["object", "null"], "properties": {}, "required": [], "additionalProperties": False}


@edge_tool(return_direct=True, output_schema=OUTPUT)
def probe():
    return None
