# rule: result_size
# scenario: a small object whose copy would have no end
# expect: refused tool_result_oversized
# call: {}

from edgestudio.tools import edge_tool

many = [1]
for _ in range(50):
    many = [many, many]


@edge_tool
def probe():
    return many
