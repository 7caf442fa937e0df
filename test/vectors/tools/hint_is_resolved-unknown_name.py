# rule: hint_is_resolved
# scenario: a name that is nowhere
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: "Amount"):
    return None
