"""Values against a parameter's schema: defaults, and arguments on their way into Python."""

import math
from typing import Any

# Beyond this a double, and so most JSON readers, silently change an integer.
MAX_SAFE_INTEGER = 2**53 - 1

Json = dict[str, Any] | list[Any] | str | int | float | bool | None
Schema = dict[str, Any]


def is_safe_number(value: int | float) -> bool:
    """Finite, and exact when it is an integer, in whatever type: JSON has one kind of number."""
    if abs(value) <= MAX_SAFE_INTEGER:
        return True
    return isinstance(value, float) and math.isfinite(value) and not value.is_integer()


def fits(schema: Schema, value: object) -> bool:
    """True when a value is of a parameter's type: a bool is no integer, an int is a number."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None:
        return "null" in kinds
    return _is_of(kinds[0], schema, value) and ("enum" not in schema or value in schema["enum"])


def _is_of(kind: str, schema: Schema, value: object) -> bool:
    match kind:
        case "string":
            return type(value) is str
        case "boolean":
            return type(value) is bool
        case "integer":
            return type(value) is int
        case "number":
            return type(value) is int or type(value) is float
        case _:
            return type(value) is list and all(fits(schema["items"], item) for item in value)


def python_arguments(parameters: Schema, arguments: dict[str, Any]) -> dict[str, Any]:
    """Arguments as their hints promise them: JSON `250` for a float parameter is 250.0.

    What was left out is the default as the contract has it: `rate: float = 1` is called with 1.0.
    """
    properties: dict[str, Schema] = parameters["properties"]
    defaults = {name: node["default"] for name, node in properties.items() if "default" in node}
    given = {**defaults, **arguments}
    return {name: _as_hinted(properties[name], value) for name, value in given.items()}


def _as_hinted(schema: Schema, value: Any) -> Any:
    if type(value) is int and "number" in schema["type"]:
        return float(value)
    if type(value) is list:
        return [_as_hinted(schema["items"], item) for item in value]
    return value


def same_json(left: object, right: object) -> bool:
    """Equality of JSON values: 1 equals 1.0 and not True; key order does not matter."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return left == right
