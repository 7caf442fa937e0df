# rule: tool_name_pattern
# scenario: a name that is not the function's
# expect: accepted
# schema: {"name": "fee_quote", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:9aeb40b75aff83fbbd5facefdae125d061f6c456e54fa4fde7987968527606bc

from edgestudio.tools import edge_tool


@edge_tool(name="fee_quote")
def probe():
    return None
