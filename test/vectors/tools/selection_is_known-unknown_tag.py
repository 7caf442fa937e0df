# rule: selection_is_known
# scenario: a tag that is not there
# expect: refused unknown_tool_selection
# select_tag: billing

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["even"])
def tool_0():
    return 0


@edge_tool(intent_tags=["odd"])
def tool_1():
    return 1
