# rule: argument_names
# scenario: a required argument is missing
# expect: refused invalid_tool_args
# call: {}

from edgestudio.tools import edge_tool


@edge_tool
def probe(amount: float, tier: str = "basic", note: str | None = None):
    return [amount, tier, note]
