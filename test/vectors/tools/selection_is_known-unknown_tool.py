# rule: selection_is_known
# scenario: a name that is not there, beside one that is
# expect: refused unknown_tool_selection
# select_tool: tool_0
# select_tool: tool_9

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["even"])
def tool_0():
    return 0


@edge_tool(intent_tags=["odd"])
def tool_1():
    return 1
