# rule: result_is_json
# scenario: a text
# expect: accepted
# call: {}
# result: {"result": "text"}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return "text"
