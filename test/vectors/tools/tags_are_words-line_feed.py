# rule: tags_are_words
# scenario: a word over two lines
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["a\nb"])
def probe():
    return None
