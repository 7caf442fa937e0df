# rule: hint_no_unions
# scenario: a bool is an int in Python, and not in JSON
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int | bool):
    return None
