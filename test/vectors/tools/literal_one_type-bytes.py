# rule: literal_one_type
# scenario: bytes
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[b"a"]):
    return None
