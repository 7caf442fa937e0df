# rule: tool_name_pattern
# scenario: a name is a name only: a word of Python is one as well
# expect: accepted
# schema: {"name": "class", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:7d00625aaada7b6fef4193b968266b7cf27ee0309250247ef18eb0b76d44e6f1

from edgestudio.tools import edge_tool


@edge_tool(name="class")
def probe():
    return None
