# rule: result_is_json
# scenario: a fraction
# expect: accepted
# call: {}
# result: {"result": 0.30000000000000004}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return 0.1 + 0.2
