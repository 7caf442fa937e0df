# rule: hint_no_invented_types
# scenario: a type variable
# expect: refused unsupported_type_hint
# line: 16
# tool: probe
# parameter: value

from typing import TypeVar

from edgestudio.tools import edge_tool

T = TypeVar("T")


@edge_tool
def probe(value: T):
    return None
