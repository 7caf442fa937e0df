# rule: tool_name_pattern
# scenario: the longest name
# expect: accepted
# schema: {"name": "_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:89badfae8441b9df66dc51f2db4f119829580ee3b0bf66d4363f416eba8ed313

from edgestudio.tools import edge_tool


@edge_tool(name="_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
def probe():
    return None
