# rule: tags_are_words
# scenario: a text is no list of texts
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(intent_tags="billing")
def probe():
    return None
