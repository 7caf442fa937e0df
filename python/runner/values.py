"""Values against our schemas: defaults, arguments, results."""

import math
import unicodedata
from typing import Any

from .shown import type_name

# Beyond this a double, and so most JSON readers, silently change an integer.
MAX_SAFE_INTEGER = 2**53 - 1
# Nesting of a result: `jsonDepth` of the other side.
MAX_DEPTH = 64
# Nesting of a hint or an output_schema (`toolSchemaDepth`): room for the documents that hold it.
MAX_SCHEMA_DEPTH = 32

Schema = dict[str, Any]
Path = tuple[str | int, ...]


class UnsupportedValue(Exception):
    """A value has no safe JSON form."""

    def __init__(self, path: Path, reason: str) -> None:
        """Say where, without the keys, which are the user's, and why, without the value."""
        pointer = "".join(f"/{'*' if isinstance(step, str) else step}" for step in path)
        super().__init__(f'the value at "{pointer}" {reason}')
        self.path = path


def is_safe_number(value: int | float) -> bool:
    """Finite, and exact when it is an integer."""
    if abs(value) <= MAX_SAFE_INTEGER:
        return True
    return isinstance(value, float) and math.isfinite(value) and not value.is_integer()


def is_well_formed(text: str) -> bool:
    """No lone surrogates: the text has a UTF-8 form."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def has_control_characters(text: str, allowed: str = "") -> bool:
    """True when the text holds a control character (C0, DEL, C1) that is not allowed."""
    return any(unicodedata.category(c) == "Cc" and c not in allowed for c in text)


def to_json(value: object, path: Path = (), max_depth: int = MAX_DEPTH) -> Any:
    """A plain copy of a JSON-serializable value: dict, list, tuple, str, int, float, bool, None.

    Raises UnsupportedValue.
    """
    if len(path) > max_depth:
        raise UnsupportedValue(path[:1], f"is nested deeper than {max_depth}")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(str.__str__(value), path)
    if isinstance(value, int):
        return _number(int.__int__(value), path)
    if isinstance(value, float):
        return _number(float.__float__(value), path)
    if isinstance(value, list | tuple):
        return [to_json(item, (*path, index), max_depth) for index, item in enumerate(value)]
    if isinstance(value, dict):
        return dict(_member(key, item, path, max_depth) for key, item in dict.items(value))
    raise UnsupportedValue(path, f"is a {type_name(value)}, which is not JSON")


def _member(key: object, value: object, path: Path, max_depth: int) -> tuple[str, Any]:
    if not isinstance(key, str):
        raise UnsupportedValue(path, f"has a key that is a {type_name(key)}, not a string")
    name = _text(str.__str__(key), path)
    return name, to_json(value, (*path, name), max_depth)


def _text(text: str, path: Path) -> str:
    if not is_well_formed(text):
        raise UnsupportedValue(path, "holds a lone surrogate, which has no UTF-8 form")
    return text


def _number(value: int | float, path: Path) -> int | float:
    if not is_safe_number(value):
        reason = "is a number that JSON cannot carry safely; return a large integer as a string"
        raise UnsupportedValue(path, reason)
    return value


def fits(schema: Schema, value: object) -> bool:
    """True when a value is of a parameter's type: a bool is no integer, an int is a number."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None:
        return "null" in kinds
    if "enum" in schema and not _is_one_of(schema["enum"], value):
        return False
    match kinds[0]:
        case "string":
            return type(value) is str and is_well_formed(value)
        case "boolean":
            return type(value) is bool
        case "integer":
            return type(value) is int and is_safe_number(value)
        case "number":
            return (type(value) is int or type(value) is float) and is_safe_number(value)
        case _:
            return type(value) is list and all(fits(schema["items"], item) for item in value)


def _is_one_of(values: list[object], value: object) -> bool:
    return any(type(candidate) is type(value) and candidate == value for candidate in values)


def to_python(schema: Schema, value: Any) -> Any:
    """An argument as its hint promises it: JSON `250` for a float parameter is 250.0."""
    if type(value) is int and "number" in schema["type"]:
        return float(value)
    if type(value) is list:
        return [to_python(schema["items"], item) for item in value]
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
