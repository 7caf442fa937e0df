# rule: hint_list
# scenario: a list has one type of items
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: list[int, str]):
    return None
