# rule: tool_is_reachable
# scenario: a private name is a name
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a998af8d26a41761ba6df52e5c19f4279f581bf8ca10e60fbe1c0f9b71101521

from edgestudio.tools import edge_tool


@edge_tool(name="probe")
def _hidden():
    return 1
