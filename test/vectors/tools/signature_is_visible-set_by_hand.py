# rule: signature_is_visible
# scenario: a signature that somebody wrote
# expect: refused invalid_tool_definition
# line: 13
# tool: probe

import inspect

from edgestudio.tools import edge_tool


@edge_tool
def probe(value: int):
    return None


probe.__signature__ = inspect.Signature()
