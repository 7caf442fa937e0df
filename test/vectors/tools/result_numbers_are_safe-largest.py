# rule: result_numbers_are_safe
# scenario: the largest integer
# expect: accepted
# call: {}
# result: {"result": 9007199254740991}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return 9007199254740991
