# rule: hint_primitive
# scenario: a class that says it equals int
# expect: refused unsupported_type_hint
# line: 24
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


class Meta(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return hash(int)


class Amount(metaclass=Meta):
    pass


@edge_tool
def probe(value: Amount):
    return None
