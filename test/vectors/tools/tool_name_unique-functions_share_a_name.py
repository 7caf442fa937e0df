# rule: tool_name_unique
# scenario: two functions of one name with names given
# expect: accepted
# schema: {"name": "first", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:46573096ad4f03b6a860916c1eb22cc9cb7d194c2a0d93f9a012e3457fb23dae
# schema: {"name": "second", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:937c6d184c994adcc5a65bde05ae637c57117991895efe267da277e442a2188b

from edgestudio.tools import edge_tool


@edge_tool(name="first")
def _():
    return 1


@edge_tool(name="second")
def _():
    return 2
