# rule: result_is_json
# scenario: 1 and "1" would be one key
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"1": 1, 1: 2}
