# rule: default_none_needs_optional
# scenario: a value for an Optional
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": ["integer", "null"], "default": 5}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:9292539e7068e2e1f7d97a9366d758cc84fccd4ab0636dd2e3554ab96ac21284

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int | None = 5):
    return None
