# rule: result_numbers_are_safe
# scenario: the same below zero
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return -9007199254740992
