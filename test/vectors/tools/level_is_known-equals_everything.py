# rule: level_is_known
# scenario: a text that says it equals any level
# expect: refused unsupported_execution_level
# line: 19
# tool: probe

from edgestudio.tools import edge_tool


class Level(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


@edge_tool(execution_level=Level("write"))
def probe():
    return None
