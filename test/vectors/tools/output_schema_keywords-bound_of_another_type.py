# rule: output_schema_keywords
# scenario: a bound for numbers on a text
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "string", "minimum": 1}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
