# rule: result_is_json
# scenario: a date
# expect: refused unsupported_tool_result
# call: {}

from datetime import date

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return date(2024, 1, 1)
