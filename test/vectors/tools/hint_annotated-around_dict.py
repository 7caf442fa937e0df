# rule: hint_annotated
# scenario: a remark makes nothing of a dict
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Annotated

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Annotated[dict, "remark"]):
    return None
