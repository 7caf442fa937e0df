# rule: argument_types
# scenario: an argument of each type; a float parameter receives a float
# expect: accepted
# call: {"a": 1, "b": 2, "c": true, "d": "5", "e": [1, 0.5], "f": null}
# result: {"result": ["1", "2.0", "True", "'5'", "[1.0, 0.5]", "None"]}

from edgestudio.tools import edge_tool


@edge_tool
def probe(a: int, b: float, c: bool, d: str, e: list[float], f: float | None):
    return [repr(v) for v in (a, b, c, d, e, f)]
