# rule: selection_is_known
# scenario: a name and a tag
# expect: accepted
# select_tool: tool_0
# select_tag: odd
# schema: {"name": "tool_0", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:763408cc94862a791ac822b476407c2dc052e026bf053c6b28294a6314e23dcd
# schema: {"name": "tool_1", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:414995f73e01dd5720ba406c746fc3f934f0b640e1d33c3be059333a6645254d
# schema: {"name": "tool_3", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a81a7f701ee8599ee2a5cd2d58044da957d421583e71cdeca98bb7635b35eafb

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["even"])
def tool_0():
    return 0


@edge_tool(intent_tags=["odd"])
def tool_1():
    return 1


@edge_tool(intent_tags=["even"])
def tool_2():
    return 2


@edge_tool(intent_tags=["odd"])
def tool_3():
    return 3
