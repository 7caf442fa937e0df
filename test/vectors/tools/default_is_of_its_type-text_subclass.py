# rule: default_is_of_its_type
# scenario: a text that is more than a text
# expect: refused invalid_parameter_default
# line: 16
# tool: probe
# parameter: value

from edgestudio.tools import edge_tool


class Word(str):
    pass


@edge_tool
def probe(value: str = Word("a")):
    return None
