# rule: output_schema_keywords
# scenario: 0.07 is no multiple of 0.01 in binary
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "number", "multipleOf": 0.01}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
