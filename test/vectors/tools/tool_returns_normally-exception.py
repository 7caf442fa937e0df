# rule: tool_returns_normally
# scenario: an exception
# expect: refused tool_execution_failed
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    raise LookupError("no such order")
