# rule: hint_no_objects
# scenario: a TypedDict
# expect: refused unsupported_type_hint
# line: 18
# tool: probe
# parameter: value

from typing import TypedDict

from edgestudio.tools import edge_tool


class Trip(TypedDict):
    city: str


@edge_tool
def probe(value: Trip):
    return None
