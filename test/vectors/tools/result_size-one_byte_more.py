# rule: result_size
# scenario: 65,537 bytes
# expect: refused tool_result_oversized
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"text": "x" * 65_526}
