# rule: default_float_takes_int
# scenario: the same in a list
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "array", "items": {"type": "number"}, "default": [1, 0.5]}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:95617004d85f51a69769437f6a1c918d8225b021fde16178e566d7d0c30af12f
# call: {}
# result: {"result": "[1.0, 0.5]"}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[float] = [1, 0.5]):
    return repr(value)
