# rule: default_float_takes_int
# scenario: 1 is recorded as JSON has it, and received as 1.0
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "number", "default": 1}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a24a53d37389309dc349cdffe85d67684e431bf2ab55df4a6ed3f210008cf3d2
# call: {}
# result: {"result": "1.0"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = 1):
    return repr(value)
