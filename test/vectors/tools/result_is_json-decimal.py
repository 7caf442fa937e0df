# rule: result_is_json
# scenario: a Decimal
# expect: refused unsupported_tool_result
# call: {}

from decimal import Decimal

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return Decimal(1)
