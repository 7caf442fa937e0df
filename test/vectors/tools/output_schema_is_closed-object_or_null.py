# rule: output_schema_is_closed
# scenario: a root that may be null
# expect: refused invalid_output_schema
# line: 14
# tool: probe

from edgestudio.tools import edge_tool


OUTPUT = {"type": ["object", "null"], "properties": {}, "required": [], "additionalProperties": False}


@edge_tool(output_schema=OUTPUT)
def probe():
    return {}
