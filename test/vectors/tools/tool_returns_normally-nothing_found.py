# rule: tool_returns_normally
# scenario: a payload that says so
# expect: accepted
# call: {}
# result: {"matches": []}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"matches": []}
