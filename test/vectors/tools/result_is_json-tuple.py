# rule: result_is_json
# scenario: a tuple counts as a list
# expect: accepted
# call: {}
# result: {"result": [1, [2]]}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return (1, (2,))
