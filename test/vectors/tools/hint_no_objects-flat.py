# rule: hint_no_objects
# scenario: the fields as parameters of their own
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city", "days"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:9fae13449dd02348417187821d8105386e9a902826b31deadd047957db5d7745

from edgestudio.tools import edge_tool


@edge_tool
def probe(city: str, days: int):
    return None
