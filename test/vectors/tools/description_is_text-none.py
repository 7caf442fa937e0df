# rule: description_is_text
# scenario: neither of them
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a998af8d26a41761ba6df52e5c19f4279f581bf8ca10e60fbe1c0f9b71101521

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return None
