# rule: tool_name_pattern
# scenario: a name that JavaScript objects have already
# expect: accepted
# schema: {"name": "constructor", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:7fb984fb8667bc1d098a1fac7ce1a46bffdf80027b2131cf6bcc8fbd2b3b43d5

from edgestudio.tools import edge_tool


@edge_tool(name="constructor")
def probe():
    return None
