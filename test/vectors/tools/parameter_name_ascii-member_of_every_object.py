# rule: parameter_name_ascii
# scenario: names that JavaScript objects have already
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"constructor": {"type": "integer"}, "toString": {"type": "string"}}, "required": ["constructor", "toString"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:c303b04adf52209d0d0a59ebf1e1f4bedb85142cc104e3167f29b925a09daf12

from edgestudio.tools import edge_tool


@edge_tool
def probe(constructor: int, toString: str):
    return None
