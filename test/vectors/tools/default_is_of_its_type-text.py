# rule: default_is_of_its_type
# scenario: an empty text
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"value": {"type": "string", "default": ""}}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:7b498c486a06edc61f15458934454db674409ee2a48ee6b55ee1313e64f2d640

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: str = ""):
    return None
