# rule: tags_are_words
# scenario: a word that looks like another
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["a\u200b"])
def probe():
    return None
