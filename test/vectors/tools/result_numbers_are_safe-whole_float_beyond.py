# rule: result_numbers_are_safe
# scenario: a float that is such an integer
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return 1e300
