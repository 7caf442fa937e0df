# rule: result_is_json
# scenario: nothing
# expect: accepted
# call: {}
# result: {"result": null}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return None
