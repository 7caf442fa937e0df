# rule: result_is_json
# scenario: an integer
# expect: accepted
# call: {}
# result: {"result": 7}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return 7
