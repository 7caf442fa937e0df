# rule: result_is_json
# scenario: two keys of one text, which a plain dict cannot have
# expect: refused unsupported_tool_result
# call: {}

from edgestudio.tools import edge_tool


class Key(str):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


@edge_tool
def probe():
    return {Key("a"): 1, Key("a"): 2}
