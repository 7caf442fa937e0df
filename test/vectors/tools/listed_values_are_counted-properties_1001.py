# rule: listed_values_are_counted
# scenario: an output_schema of 1,001 properties
# expect: refused invalid_output_schema
# line: 19
# tool: probe

from edgestudio.tools import edge_tool


OUTPUT = {
    "type": "object",
    "properties": {f"p{number}": {"type": "integer"} for number in range(1001)},
    "required": [],
    "additionalProperties": False,
}


@edge_tool(output_schema=OUTPUT)
def probe():
    return {"p999": 1}
