# rule: result_numbers_are_safe
# scenario: an identifier that JSON readers change
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"id": 9007199254740993}
