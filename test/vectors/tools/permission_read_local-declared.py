# rule: permission_read_local
# scenario: the one permission
# expect: accepted
# schema: {"name": "probe", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": ["read_local"], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:c0bbc590d49c333b4cc43bb66a8d4af484855b1fa6dbeb756b03fcc2186709e4

from edgestudio.tools import edge_tool


@edge_tool(permissions=["read_local"])
def probe():
    return None
