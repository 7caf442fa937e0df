# rule: default_is_of_its_type
# scenario: a list, as it is at definition
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "array", "items": {"type": "integer"}, "default": [1, 2]}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:fefd20333bec5cbf4ffb10c63db0b8fb288c38b99e36096b0ddfd1e5864bdcda
# call: {}
# result: {"result": [1, 2]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int] = [1, 2]):
    return value
