# rule: hint_optional
# scenario: nullable and required are two things
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["integer", "null"]}}, "required": ["value"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:0ba4ea224732b2abfff284df99e8ed5d4ce2f4a386633b973988275fc0be1d2b
# call: {"value": null}
# result: {"result": null}

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int | None):
    return value
