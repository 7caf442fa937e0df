# rule: default_is_of_its_type
# scenario: required parameters are sorted, properties are not
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"z": {"type": "integer"}, "m": {"type": "integer", "default": 1}, "a": {"type": "boolean"}}, "required": ["a", "z"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:83ba65135cbb43383c4f0f45bb7d1501278e00bbb95f9b246785ac02bfcbff94

from edgestudio.tools import edge_tool


@edge_tool
def probe(z: int, m: int = 1, *, a: bool):
    return None
