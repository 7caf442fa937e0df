# rule: hint_no_objects
# scenario: a dataclass
# expect: refused unsupported_type_hint
# line: 19
# tool: probe
# parameter: value

from dataclasses import dataclass

from edgestudio.tools import edge_tool


@dataclass
class Trip:
    city: str


@edge_tool
def probe(value: Trip):
    return None
