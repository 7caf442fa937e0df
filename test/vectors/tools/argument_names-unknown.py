# rule: argument_names
# scenario: an argument that does not exist
# expect: refused invalid_tool_args
# call: {"amount": 1.5, "tip": 2}

from edgestudio.tools import edge_tool


@edge_tool
def probe(amount: float, tier: str = "basic", note: str | None = None):
    return [amount, tier, note]
