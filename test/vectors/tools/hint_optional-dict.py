# rule: hint_optional
# scenario: a dict does not become supported by being optional
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: dict | None):
    return None
