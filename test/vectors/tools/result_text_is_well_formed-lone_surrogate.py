# rule: result_text_is_well_formed
# scenario: half of a character
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return "\ud800"
