# rule: literal_one_type
# scenario: 1 equals True in Python, and not in JSON
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Literal[1, True]):
    return None
