# rule: result_depth
# scenario: one level more
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool

value = 1
for _ in range(65):
    value = {"a": value}


@edge_tool
def probe():
    return value
