# rule: level_is_known
# scenario: None
# expect: refused unsupported_execution_level
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(execution_level=None)
def probe():
    return None
