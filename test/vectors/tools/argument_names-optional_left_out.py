# rule: argument_names
# scenario: two parameters keep their defaults
# expect: accepted
# call: {"amount": 1.5}
# result: {"result": [1.5, "basic", null]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(amount: float, tier: str = "basic", note: str | None = None):
    return [amount, tier, note]
