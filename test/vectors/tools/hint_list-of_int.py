# rule: hint_list
# scenario: a list
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "array", "items": {"type": "integer"}}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:bbf540d03272da37e73f4642821ef3c6fe44996497b6296cb73c847558c1059e

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int]):
    return None
