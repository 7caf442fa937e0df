# rule: result_is_json
# scenario: bytes
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return b"x"
