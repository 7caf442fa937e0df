# rule: default_float_takes_int
# scenario: -0.0 is 0 in canonical JSON, and in a call
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "number", "default": 0}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a8c3bb87efcc73bd830f9bc82e64a1e952b0164c4a7616b4ea53854280f2b2e7
# call: {}
# result: {"result": "0.0"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: float = -0.0):
    return str(value)
