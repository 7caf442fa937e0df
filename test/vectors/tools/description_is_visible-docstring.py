# rule: description_is_visible
# scenario: an override in a docstring's first line
# expect: refused invalid_tool_definition
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    """Quote \u202efee."""
    return None
