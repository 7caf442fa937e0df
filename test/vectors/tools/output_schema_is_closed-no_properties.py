# rule: output_schema_is_closed
# scenario: no properties at all
# expect: refused invalid_output_schema
# line: 14
# tool: probe

from edgestudio.tools import edge_tool


OUTPUT = {"type": "object", "required": [], "additionalProperties": False}


@edge_tool(output_schema=OUTPUT)
def probe():
    return {}
