# rule: result_depth
# scenario: a list of 64 levels becomes 65
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool

value = 1
for _ in range(64):
    value = [value]


@edge_tool
def probe():
    return value
