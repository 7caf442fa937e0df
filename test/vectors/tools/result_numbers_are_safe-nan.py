# rule: result_numbers_are_safe
# scenario: not a number
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return float("nan")
