# rule: hint_no_objects
# scenario: a NamedTuple
# expect: refused unsupported_type_hint
# line: 18
# tool: probe
# parameter: value

from typing import NamedTuple

from edgestudio.tools import edge_tool


class Trip(NamedTuple):
    city: str


@edge_tool
def probe(value: Trip):
    return None
