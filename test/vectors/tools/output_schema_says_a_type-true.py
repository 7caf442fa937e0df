# rule: output_schema_says_a_type
# scenario: true is a schema, and says nothing
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": True},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
