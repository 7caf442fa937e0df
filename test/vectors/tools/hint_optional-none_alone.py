# rule: hint_optional
# scenario: Optional of nothing
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Optional

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Optional[None]):
    return None
