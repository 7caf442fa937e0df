# rule: tool_is_reachable
# scenario: a plain wrapper took its name, and does not say what it wraps
# expect: refused invalid_tool_definition
# line: 16
# tool: probe

from edgestudio.tools import edge_tool


def logged(function):
    return lambda: function()


@logged
@edge_tool
def probe():
    return 1
