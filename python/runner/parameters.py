"""A function's parameters to one closed object schema."""

import inspect
from inspect import Parameter
from types import FunctionType
from typing import Any

from .declare import Tool
from .hints import InvalidLiteral, UnsupportedHint, resolve, schema_of
from .lines import Lines
from .shown import type_name
from .values import Schema, fits, to_json

_REFUSED_KINDS = {
    Parameter.POSITIONAL_ONLY: "positional-only parameters cannot be called by name",
    Parameter.VAR_POSITIONAL: "*args has no closed schema",
    Parameter.VAR_KEYWORD: "**kwargs has no closed schema",
}


def parameters_schema(tool: Tool, function: FunctionType, lines: Lines) -> Schema:
    """The schema of all parameters; problems are noted on the tool.

    Properties are in the order of the signature, `required` is sorted.
    """
    properties: dict[str, Schema] = {}
    required: list[str] = []
    for parameter in _signature(tool, function):
        schema = _parameter(tool, function, parameter, lines)
        if schema is None:
            continue
        properties[parameter.name] = schema
        if parameter.default is Parameter.empty:
            required.append(parameter.name)
    return closed_object(properties, required)


def closed_object(properties: dict[str, Schema], required: list[str]) -> Schema:
    """An object schema that admits nothing beside its properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(required),
        "additionalProperties": False,
    }


def _signature(tool: Tool, function: FunctionType) -> list[Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except Exception as error:  # hints are evaluated here from Python 3.14 on
        message = f"the signature cannot be read: {type_name(error)}"
        tool.refuse("unsupported_type_hint", message)
        return []


def _parameter(
    tool: Tool, function: FunctionType, parameter: Parameter, lines: Lines
) -> Schema | None:
    name = parameter.name
    line = lines.of_parameter(function, name)
    if parameter.kind in _REFUSED_KINDS:
        message = f"{name}: {_REFUSED_KINDS[parameter.kind]}"
        tool.refuse("unsupported_type_hint", message, name, line)
        return None
    if not name.isascii() or name == "__proto__":
        message = f"{name!a} cannot be a parameter's name"
        tool.refuse("invalid_tool_definition", message, ascii(name)[1:-1], line)
        return None
    if parameter.annotation is Parameter.empty:
        tool.refuse("missing_parameter_type_hint", f"{name} has no type hint", name, line)
        return None
    namespace: dict[str, Any] = inspect.unwrap(function).__globals__
    try:
        schema = schema_of(resolve(parameter.annotation, namespace))
    except UnsupportedHint as error:
        tool.refuse("unsupported_type_hint", f"{name}: {error}", name, line)
        return None
    except InvalidLiteral as error:
        tool.refuse("invalid_tool_definition", f"{name}: {error}", name, line)
        return None
    if parameter.default is not Parameter.empty:
        if not fits(schema, parameter.default):
            message = f"{name}: the default is not a value of its type"
            tool.refuse("invalid_parameter_default", message, name, line)
            return None
        schema["default"] = to_json(parameter.default)
    return schema
