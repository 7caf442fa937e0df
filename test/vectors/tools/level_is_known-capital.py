# rule: level_is_known
# scenario: the word with a capital
# expect: refused unsupported_execution_level
# line: 11
# tool: probe

from edgestudio.tools import edge_tool


@edge_tool(execution_level="Read")
def probe():
    return None
