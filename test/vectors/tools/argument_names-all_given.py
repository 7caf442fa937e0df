# rule: argument_names
# scenario: all three
# expect: accepted
# call: {"note": "n", "tier": "pro", "amount": 1.5}
# result: {"result": [1.5, "pro", "n"]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(amount: float, tier: str = "basic", note: str | None = None):
    return [amount, tier, note]
