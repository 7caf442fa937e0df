# rule: result_size
# scenario: 100,000 values
# expect: refused tool_result_oversized
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return [0] * 100_000
