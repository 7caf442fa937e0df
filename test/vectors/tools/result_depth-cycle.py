# rule: result_depth
# scenario: a list that holds itself
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool

value = []
value.append(value)


@edge_tool
def probe():
    return value
