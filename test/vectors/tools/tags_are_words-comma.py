# rule: tags_are_words
# scenario: a tag that is shown as two
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["billing,quote"])
def probe():
    return None
