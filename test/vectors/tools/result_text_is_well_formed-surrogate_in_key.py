# rule: result_text_is_well_formed
# scenario: half of a character in a key
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"\udc00": 1}
