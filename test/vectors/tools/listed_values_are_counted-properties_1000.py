# rule: listed_values_are_counted
# scenario: an output_schema of 1,000 properties
# expect: accepted
# call: {}
# result: {"p999": 1}

from edgestudio.tools import edge_tool


OUTPUT = {
    "type": "object",
    "properties": {f"p{number}": {"type": "integer"} for number in range(1000)},
    "required": [],
    "additionalProperties": False,
}


@edge_tool(output_schema=OUTPUT)
def probe():
    return {"p999": 1}
