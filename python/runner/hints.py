"""Type hints to JSON schemas. What is not in the table of supported types is refused by name."""

import typing
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from .shown import class_name, type_name
from .values import (
    MAX_SCHEMA_DEPTH,
    Schema,
    has_control_characters,
    is_safe_number,
    is_well_formed,
)

_PRIMITIVES: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}
_LITERALS = {str: "string", int: "integer", bool: "boolean"}


class UnsupportedHint(Exception):
    """A hint has no closed schema."""


class InvalidLiteral(Exception):
    """A Literal of a supported type holds a value that may not reach a prompt or a grammar."""


def resolve(annotation: object, namespace: dict[str, Any]) -> object:
    """The hint itself, whatever form it was written in: quoted (twice, too) or postponed."""
    holder = SimpleNamespace(__annotations__={"hint": annotation})
    try:
        return typing.get_type_hints(holder, namespace, include_extras=True)["hint"]
    except Exception as error:
        raise UnsupportedHint(f"cannot be resolved: {type_name(error)}") from error


def schema_of(hint: object, depth: int = 0) -> Schema:
    """The schema of one hint. Raises UnsupportedHint or InvalidLiteral."""
    if depth > MAX_SCHEMA_DEPTH:
        raise UnsupportedHint(f"lists are nested deeper than {MAX_SCHEMA_DEPTH}")
    try:
        if hint in _PRIMITIVES:
            return {"type": _PRIMITIVES[hint]}
    except TypeError:  # an Annotated with an unhashable remark
        pass
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema_of(arguments[0], depth)
    if origin is Literal:
        return _literal(arguments)
    if origin is Union or origin is UnionType:
        return _nullable(arguments, depth)
    if origin is list and len(arguments) == 1:
        return {"type": "array", "items": schema_of(arguments[0], depth + 1)}
    raise UnsupportedHint(f"{_name(hint)} is not a supported type")


def _literal(values: tuple[object, ...]) -> Schema:
    kinds = {type(value) for value in values}
    if len(kinds) != 1 or not kinds <= _LITERALS.keys():
        raise UnsupportedHint("a Literal holds strings, integers or booleans, of one type only")
    for value in values:
        if isinstance(value, str) and (has_control_characters(value) or not is_well_formed(value)):
            raise InvalidLiteral("a Literal holds a control character or a lone surrogate")
        if isinstance(value, int) and not is_safe_number(value):
            raise UnsupportedHint("a Literal holds an integer beyond 2^53-1")
    return {"type": _LITERALS[kinds.pop()], "enum": list(dict.fromkeys(values))}


def _nullable(arguments: tuple[object, ...], depth: int) -> Schema:
    rest = [argument for argument in arguments if argument is not NoneType]
    if len(rest) != 1 or len(rest) == len(arguments):
        raise UnsupportedHint("a union of two types is not supported, only a type or None")
    schema = schema_of(rest[0], depth)
    if isinstance(schema["type"], list):
        return schema
    nullable = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        nullable["enum"] = [*schema["enum"], None]
    return nullable


def _name(hint: object) -> str:
    if hint is list:
        return "a list without the type of its items"
    owner = get_origin(hint) or hint
    return class_name(owner) if isinstance(owner, type) else type_name(owner)
