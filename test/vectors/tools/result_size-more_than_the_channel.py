# rule: result_size
# scenario: two million characters
# expect: refused tool_result_oversized
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"text": "x" * 2_000_000}
