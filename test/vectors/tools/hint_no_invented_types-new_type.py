# rule: hint_no_invented_types
# scenario: a NewType
# expect: refused unsupported_type_hint
# line: 16
# tool: probe
# parameter: value

from typing import NewType

from edgestudio.tools import edge_tool

Amount = NewType("Amount", int)


@edge_tool
def probe(value: Amount):
    return None
