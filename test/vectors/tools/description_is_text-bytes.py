# rule: description_is_text
# scenario: bytes
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(description=b"x")
def probe():
    return None
