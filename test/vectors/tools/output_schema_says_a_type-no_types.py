# rule: output_schema_says_a_type
# scenario: an empty list of types
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": []}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
