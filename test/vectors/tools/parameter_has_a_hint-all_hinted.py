# rule: parameter_has_a_hint
# scenario: three parameters, in the order of the signature
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"b": {"type": "integer"}, "a": {"type": "string"}, "c": {"type": "boolean"}}, "required": ["a", "b", "c"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:f3566013631025ca192cd64ba0892e989dedaa755d49593278a065bc37fb4ca6

from edgestudio.tools import edge_tool


@edge_tool
def probe(b: int, a: str, *, c: bool):
    return None
