# rule: description_is_visible
# scenario: a joiner between letters that need none
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description="Quo\u200dte.")
def probe():
    return None
