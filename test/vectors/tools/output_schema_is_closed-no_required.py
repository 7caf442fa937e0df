# rule: output_schema_is_closed
# scenario: required is missing
# expect: refused invalid_output_schema
# line: 13
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={"type": "object", "properties": {}, "additionalProperties": False}
)
def probe():
    return None
