# rule: hint_primitive
# scenario: Any, by name
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Any

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Any):
    return None
