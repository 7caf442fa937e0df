# rule: hint_no_unions
# scenario: two Literals have to be written as one
# expect: refused unsupported_type_hint
# line: 14
# tool: probe
# parameter: value

from typing import Literal, Union

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: Union[Literal["a"], Literal["b"]]):
    return None
