# rule: argument_types
# scenario: texts stay texts
# expect: accepted
# call: {"a": "123", "b": "null", "c": "[1]"}
# result: {"result": ["123", "null", "[1]"]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(a: str, b: str, c: str):
    return [a, b, c]
