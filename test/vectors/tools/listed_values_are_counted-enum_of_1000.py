# rule: listed_values_are_counted
# scenario: an enum of 1,000 values in an output_schema
# expect: accepted
# call: {}
# result: {"value": 999}

from edgestudio.tools import edge_tool


OUTPUT = {
    "type": "object",
    "properties": {"value": {"type": "integer", "enum": list(range(1000))}},
    "required": ["value"],
    "additionalProperties": False,
}


@edge_tool(output_schema=OUTPUT)
def probe():
    return {"value": 999}
