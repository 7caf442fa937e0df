# rule: result_numbers_are_safe
# scenario: no end
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"a": [float("-inf")]}
