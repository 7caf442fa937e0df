# rule: argument_names
# scenario: names are exact
# expect: refused invalid_tool_args
# call: {"Amount": 1.5}

from edgestudio.tools import edge_tool


@edge_tool
def probe(amount: float, tier: str = "basic", note: str | None = None):
    return [amount, tier, note]
