# rule: result_is_json
# scenario: a boolean
# expect: accepted
# call: {}
# result: {"result": true}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return True
