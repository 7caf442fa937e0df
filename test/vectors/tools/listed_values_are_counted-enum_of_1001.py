# rule: listed_values_are_counted
# scenario: an enum of 1,001 values in an output_schema
# expect: refused invalid_output_schema
# line: 19
# tool: probe

from edgestudio.tools import edge_tool


OUTPUT = {
    "type": "object",
    "properties": {"value": {"type": "integer", "enum": list(range(1001))}},
    "required": ["value"],
    "additionalProperties": False,
}


@edge_tool(output_schema=OUTPUT)
def probe():
    return {"value": 999}
