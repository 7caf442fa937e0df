# rule: signature_is_visible
# scenario: a plain wrapper, whose own signature takes anything by keyword
# expect: refused unsupported_type_hint
# line: 12
# tool: probe
# parameter: kwargs

from edgestudio.tools import edge_tool


def logged(function):
    def probe(**kwargs):
        return function(**kwargs)

    return probe


@edge_tool
@logged
def probe(value: int):
    return value
