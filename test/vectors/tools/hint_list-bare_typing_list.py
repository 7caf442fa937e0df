# rule: hint_list
# scenario: a List of anything
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import List

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: List):
    return None
