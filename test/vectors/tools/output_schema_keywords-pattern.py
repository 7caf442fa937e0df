# rule: output_schema_keywords
# scenario: a pattern whose match may never end
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
