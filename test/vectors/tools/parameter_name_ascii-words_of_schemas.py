# rule: parameter_name_ascii
# scenario: names that are keywords of JSON Schema
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"type": {"type": "string"}, "default": {"type": "integer", "default": 1}}, "required": ["type"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2e03e23304c5ce174666902ca703fa2a12ae84d4f526722dfc4ae3e1db5843cd

from edgestudio.tools import edge_tool


@edge_tool
def probe(type: str, default: int = 1):
    return None
