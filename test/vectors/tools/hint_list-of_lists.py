# rule: hint_list
# scenario: a list of lists
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2e308da2cbbd8915be8089383bb7c4e02784a6b6bef7160bf38db64ffaef6727

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[list[int]]):
    return None
