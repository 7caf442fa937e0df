# rule: active_set_of_eight
# scenario: one too many
# expect: refused active_tool_limit_exceeded

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
