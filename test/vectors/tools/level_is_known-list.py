# rule: level_is_known
# scenario: a list of levels
# expect: refused unsupported_execution_level
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(execution_level=["read"])
def probe():
    return None
