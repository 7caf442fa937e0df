# rule: active_set_of_eight
# scenario: one of nine
# expect: accepted
# select_tool: tool_8
# schema: {"name": "tool_8", "description": "", "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}, "permissions": [], "execution_level": "read", "return_direct": false, "output_schema": null}
# schema_sha256: sha256:76ef385f85bc543a6f8b2608a440f33bee6fcac41e1a5b2832c81f1c0637b7ce

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


@edge_tool(intent_tags=["even"])
def tool_8():
    return 8
