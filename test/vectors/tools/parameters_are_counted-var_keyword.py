# rule: parameters_are_counted
# scenario: **kwargs with a hint
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


@edge_tool
def probe(**value: str):
    return None
