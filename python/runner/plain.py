"""Plain copies of Python values: what JSON can carry, and nothing that runs code of the file."""

from collections.abc import Iterator

from .shown import type_name
from .text import hides_something, is_well_formed
from .values import Json, is_safe_number

# Nesting of a result: `jsonDepth` of the other side.
MAX_DEPTH = 64
# Nesting of a hint or an output_schema (`toolSchemaDepth`): room for the documents that hold it.
MAX_SCHEMA_DEPTH = 32
# Canonical JSON of a result: `toolResultBytes` of the other side, which counts exactly. Here each
# value and each character counts one, which is never more.
MAX_BYTES = 65_536

Path = tuple[str | int, ...]


class UnsupportedValue(Exception):
    """A value has no safe JSON form."""

    def __init__(self, path: Path, reason: str) -> None:
        """Say where, without the keys, which are the user's, and why, without the value."""
        pointer = "".join(f"/{'*' if isinstance(step, str) else step}" for step in path)
        super().__init__(f'the value at "{pointer}" {reason}')
        self.path = path


class OversizedValue(Exception):
    """A value's canonical JSON has more than MAX_BYTES, however it is written."""


def to_json(value: object) -> Json:
    """A plain copy of a result: dict, list, tuple, str, int, float, bool, None.

    Raises UnsupportedValue, or OversizedValue as soon as the copy is surely too large: a small
    object that is shared in many places can have a copy without end.
    """
    return _Copy(MAX_DEPTH).of(value, ())


def to_contract_json(value: object) -> Json:
    """The same for a part of a contract, which hides nothing and nests less deep."""
    return _Copy(MAX_SCHEMA_DEPTH, visible=True).of(value, ())


class _Copy:
    """One copy, with what is left of its size."""

    def __init__(self, max_depth: int, visible: bool = False) -> None:
        self._max_depth = max_depth
        self._visible = visible
        self._left = MAX_BYTES

    def of(self, value: object, path: Path) -> Json:
        if len(path) > self._max_depth:
            raise UnsupportedValue(path[:1], f"is nested deeper than {self._max_depth}")
        self._spend(1)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self._text(str.__str__(value), path)
        if isinstance(value, int):
            return _number(int.__int__(value), path)
        if isinstance(value, float):
            return _number(float.__float__(value), path)
        if isinstance(value, list):
            return self._items(list.__iter__(value), path)
        if isinstance(value, tuple):
            return self._items(tuple.__iter__(value), path)
        if isinstance(value, dict):
            return self._members(value, path)
        raise UnsupportedValue(path, f"is a {type_name(value)}, which is not JSON")

    def _items(self, items: Iterator[object], path: Path) -> Json:
        return [self.of(item, (*path, index)) for index, item in enumerate(items)]

    def _members(self, value: dict[object, object], path: Path) -> Json:
        members: dict[str, Json] = {}
        for key, item in dict.items(value):
            if not isinstance(key, str):
                raise UnsupportedValue(path, f"has a key that is a {type_name(key)}, not a string")
            name = self._text(str.__str__(key), path)
            if name in members:
                raise UnsupportedValue(path, "has two keys of the same text")
            members[name] = self.of(item, (*path, name))
        return members

    def _text(self, text: str, path: Path) -> str:
        self._spend(len(text))
        if not is_well_formed(text):
            raise UnsupportedValue(path, "holds a lone surrogate, which has no UTF-8 form")
        if self._visible and hides_something(text):
            raise UnsupportedValue(path, "holds a character that cannot be seen, or an odd space")
        return text

    def _spend(self, least: int) -> None:
        self._left -= least
        if self._left < 0:
            raise OversizedValue(f"more than {MAX_BYTES} bytes of canonical JSON")


def _number(value: int | float, path: Path) -> int | float:
    if not is_safe_number(value):
        reason = "is a number that JSON cannot carry safely; return a large integer as a string"
        raise UnsupportedValue(path, reason)
    return value
