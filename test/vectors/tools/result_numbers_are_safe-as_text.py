# rule: result_numbers_are_safe
# scenario: a larger one as a text
# expect: accepted
# call: {}
# result: {"id": "18446744073709551616"}

from edgestudio.tools import edge_tool


@edge_tool
def probe():
    return {"id": str(2**64)}
