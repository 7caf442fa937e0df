# rule: parameter_name_ascii
# scenario: Python itself reads the ligature as two letters
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {"fine": {"type": "integer"}}, "required": ["fine"], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:dbb1b32ef96d6113abffe4622f36096a93d8957a40c7002f0ac7c4373e9f4fbc

from edgestudio.tools import edge_tool


@edge_tool
def probe(ﬁne: int):
    return None
