# rule: tool_name_pattern
# scenario: a function's own name beyond ASCII
# expect: refused invalid_tool_name
# line: 11
# tool: pr\xfcfen

from edgestudio.tools import edge_tool


@edge_tool
def prüfen():
    return None
