# rule: output_schema_is_json
# scenario: a bound that is no number
# expect: refused invalid_output_schema
# line: 18
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(
    output_schema={
        "type": "object",
        "properties": {"a": {"type": "number", "minimum": float("nan")}},
        "required": [],
        "additionalProperties": False,
    }
)
def probe():
    return None
