# rule: result_text_is_well_formed
# scenario: a separator, an override and a character beyond the first plane
# expect: accepted
# call: {}
# result: {"result": "\u2028\u202e\ud83d\ude00"}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return "\u2028\u202e\U0001f600"
