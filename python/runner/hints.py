"""Type hints to JSON schemas. What is not in the table of supported types is refused by name."""

import unicodedata
from types import NoneType, UnionType
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin

from .plain import MAX_SCHEMA_DEPTH
from .shown import class_name, type_name
from .text import as_seen, is_plain
from .values import Schema, is_safe_number

# `toolListedValuesCount`, `toolWordLength` of the other side.
MAX_LISTED_VALUES = 1_000
MAX_WORD_LENGTH = 256
# Layers of quotes around one hint, aliases of aliases included.
_MAX_QUOTES = 8

_PRIMITIVES = ((str, "string"), (int, "integer"), (float, "number"), (bool, "boolean"))
_LITERALS = {str: "string", int: "integer", bool: "boolean"}


class ParameterFault(Exception):
    """Why a parameter has no schema; `code` is what its tool is refused with."""

    code = "invalid_tool_definition"


class UnsupportedHint(ParameterFault):
    """A hint has no closed schema."""

    code = "unsupported_type_hint"


class InvalidLiteral(ParameterFault):
    """A Literal of a supported type holds a value that may not reach a prompt or a grammar."""


def schema_of(hint: object, namespace: dict[str, Any], depth: int = 0) -> Schema:
    """The schema of one hint; quoted names in it are looked up in the file's namespace.

    Raises UnsupportedHint or InvalidLiteral.
    """
    if depth > MAX_SCHEMA_DEPTH:
        raise UnsupportedHint(f"lists are nested deeper than {MAX_SCHEMA_DEPTH}")
    hint = _named(hint, namespace)
    for kind, name in _PRIMITIVES:
        if hint is kind:  # a class of the file may say that it equals any other
            return {"type": name}
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema_of(arguments[0], namespace, depth)
    if origin is Literal:
        return _literal(arguments)
    if origin is Union or origin is UnionType:
        return _nullable(arguments, namespace, depth)
    if origin is list and len(arguments) == 1:
        return {"type": "array", "items": schema_of(arguments[0], namespace, depth + 1)}
    raise UnsupportedHint(f"{_name(hint)} is not a supported type")


def _named(hint: object, namespace: dict[str, Any]) -> object:
    """What a hint names, whatever form it was written in: quoted (twice, too) or postponed.

    Not asked of typing, which keeps what a name has once meant, in another file too.
    """
    for _ in range(_MAX_QUOTES):
        if type(hint) is ForwardRef:
            hint = hint.__forward_arg__
        if type(hint) is not str:
            return hint
        try:
            hint = eval(hint, namespace)
        except BaseException as error:  # a quoted hint is code, `exit()` too
            raise UnsupportedHint(f"cannot be resolved: {type_name(error)}") from error
    raise UnsupportedHint("cannot be resolved: it is quoted again and again")


def _literal(values: tuple[Any, ...]) -> Schema:
    kinds = {type(value) for value in values}
    if len(kinds) != 1 or not kinds <= _LITERALS.keys():
        raise UnsupportedHint("a Literal holds strings, integers or booleans, of one type only")
    if len(values) > MAX_LISTED_VALUES:
        raise InvalidLiteral(f"a Literal has more than {MAX_LISTED_VALUES} values")
    for value in values:
        if isinstance(value, str):
            _check_word(value)
        if isinstance(value, int) and not is_safe_number(value):
            raise UnsupportedHint("a Literal holds an integer beyond 2^53-1")
    # In an order of its own: typing makes two Literals of the same values one, in the order of
    # whichever was written first, in this file or another.
    listed = sorted(set(values))
    if len({as_seen(value) if isinstance(value, str) else value for value in listed}) < len(listed):
        raise InvalidLiteral("two values of a Literal differ only in spaces")
    return {"type": _LITERALS[kinds.pop()], "enum": listed}


def _check_word(value: str) -> None:
    if len(value) > MAX_WORD_LENGTH:
        raise InvalidLiteral(f"a Literal holds a text of more than {MAX_WORD_LENGTH} characters")
    if not is_plain(value):
        raise InvalidLiteral("a Literal holds a character that cannot be seen, or an odd space")
    if value != value.strip():
        raise InvalidLiteral("a Literal holds a text that begins or ends with a space")
    if not unicodedata.is_normalized("NFC", value):
        raise InvalidLiteral("a Literal holds a text that is not in Unicode's form NFC")


def _nullable(arguments: tuple[object, ...], namespace: dict[str, Any], depth: int) -> Schema:
    members = [_named(argument, namespace) for argument in arguments]
    rest = [member for member in members if member is not None and member is not NoneType]
    if not rest or any(member is not rest[0] for member in rest):
        raise UnsupportedHint("a union of two types is not supported, only a type or None")
    schema = schema_of(rest[0], namespace, depth)
    if len(rest) == len(members) or isinstance(schema["type"], list):
        return schema
    nullable = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        nullable["enum"] = [*schema["enum"], None]
    return nullable


def _name(hint: object) -> str:
    owner = get_origin(hint) or hint
    if owner is list:
        return "a list without the one type of its items"
    return class_name(owner) if isinstance(owner, type) else type_name(owner)
