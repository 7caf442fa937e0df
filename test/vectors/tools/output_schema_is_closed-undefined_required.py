# rule: output_schema_is_closed
# scenario: a required key that is not defined
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {},
        "required": ["a"],
        "additionalProperties": False,
    }
)
def probe():
    return None
