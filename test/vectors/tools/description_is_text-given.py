# rule: description_is_text
# scenario: what is given wins
# expect: accepted
# schema: {"name": "probe", "description": "Given.", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:1d53f82db20db8ff7127a33c0b9f06931bec76eea1fd4a4ac7465ecd613deaca

from edgestudio.tools import edge_tool


@edge_tool(description="Given.")
def probe():
    """Unused."""
    return None
