# rule: hint_is_resolved
# scenario: a quoted name whose value is its own name
# expect: refused unsupported_type_hint
# line: 15
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


Loop = "Loop"


@edge_tool
def probe(value: "Loop"):
    return None
