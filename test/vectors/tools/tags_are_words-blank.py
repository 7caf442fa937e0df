# rule: tags_are_words
# scenario: a tag of spaces
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["  "])
def probe():
    return None
