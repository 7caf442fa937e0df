# rule: description_is_visible
# scenario: a run of joiners, which spells nothing
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="\u0645\u200d\u200c\u200d\u0645")
def probe():
    return None
