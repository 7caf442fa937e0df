# rule: active_set_of_eight
# scenario: as many as there may be
# expect: accepted
# schema: {"name": "tool_0", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:763408cc94862a791ac822b476407c2dc052e026bf053c6b28294a6314e23dcd
# schema: {"name": "tool_1", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:414995f73e01dd5720ba406c746fc3f934f0b640e1d33c3be059333a6645254d
# schema: {"name": "tool_2", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:b5e9ed558c85becc5d73a1a39c0a57080954f9453c3a21c326fa8fc4db08a951
# schema: {"name": "tool_3", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:a81a7f701ee8599ee2a5cd2d58044da957d421583e71cdeca98bb7635b35eafb
# schema: {"name": "tool_4", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:55d437585b2d12890fb533b274df86818e7b647099ed53ae3615c171cf03fddb
# schema: {"name": "tool_5", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:24e8c7fee42a0c2340fc8703d9d36936e366bcbff5f5fc61d3515546346a49bd
# schema: {"name": "tool_6", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:e1bbd4641e28edbba2ce20538c8646d52f808d79e9b4d7446a523358ba61eb81
# schema: {"name": "tool_7", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:2bf98e388934ff9b9804a3df7514f37e041eb6d6ad9598d741e81f7af56770e2

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


@edge_tool(intent_tags=["even"])
def tool_4():
    return 4


@edge_tool(intent_tags=["odd"])
def tool_5():
    return 5


@edge_tool(intent_tags=["even"])
def tool_6():
    return 6


@edge_tool(intent_tags=["odd"])
def tool_7():
    return 7
