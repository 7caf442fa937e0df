# rule: argument_names
# scenario: a name that objects have already
# expect: refused invalid_tool_args
# call: {"amount": 1.5, "__proto__": {}}

from edgestudio.tools import edge_tool


@edge_tool
def probe(amount: float, tier: str = "basic", note: str | None = None):
    return [amount, tier, note]
