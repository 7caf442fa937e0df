# rule: hint_is_resolved
# scenario: a text that is no expression
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: "list[int"):
    return None
