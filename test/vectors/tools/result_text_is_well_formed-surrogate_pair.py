# rule: result_text_is_well_formed
# scenario: two halves that Python keeps apart
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return "\ud83d\ude00"
