# rule: hint_is_resolved
# scenario: a name that only the surrounding function knows
# expect: refused unsupported_type_hint
# line: 17
# tool: probe
# parameter: value

from __future__ import annotations

from edgestudio.tools import edge_tool


def make():
    Amount = int

    @edge_tool
    def probe(value: Amount):
        return value

    return probe


probe = make()
