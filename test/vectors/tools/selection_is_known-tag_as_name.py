# rule: selection_is_known
# scenario: a tag is no name
# expect: refused unknown_tool_selection
# select_tool: odd

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["even"])
def tool_0():
    return 0


@edge_tool(intent_tags=["odd"])
def tool_1():
    return 1
