# rule: result_numbers_are_safe
# scenario: an integer of 5,000 digits
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return 10**5000
