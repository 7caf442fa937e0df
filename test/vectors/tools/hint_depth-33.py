# rule: hint_depth
# scenario: one level more
# expect: refused unsupported_type_hint
# line: 16
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool

Deep = int
for _ in range(33):
    Deep = list[Deep]


@edge_tool
def probe(value: Deep):
    return None
