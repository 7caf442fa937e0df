# rule: result_is_json
# scenario: a dict as it is
# expect: accepted
# call: {}
# result: {"matches": [], "more": {"next": null}}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"matches": [], "more": {"next": None}}
