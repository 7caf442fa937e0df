# rule: default_float_takes_int
# scenario: an argument wins over the default
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "number", "default": 1}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a24a53d37389309dc349cdffe85d67684e431bf2ab55df4a6ed3f210008cf3d2
# call: {"value": 2.5}
# result: {"result": 2.5}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = 1):
    return value
