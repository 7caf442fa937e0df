"""A function's parameters to one closed object schema."""

import inspect
from inspect import Parameter
from types import FunctionType
from typing import Any

from .declare import MAX_NAME_LENGTH, Tool
from .hints import ParameterFault, schema_of
from .lines import Lines
from .plain import OversizedValue, UnsupportedValue, to_contract_json
from .shown import type_name
from .values import Json, Schema, fits

_REFUSED_KINDS = {
    Parameter.POSITIONAL_ONLY: "positional-only parameters cannot be called by name",
    Parameter.VAR_POSITIONAL: "*args has no closed schema",
    Parameter.VAR_KEYWORD: "**kwargs has no closed schema",
}


class InvalidDefault(ParameterFault):
    """A default is no value of its parameter, or none that a contract can hold."""

    code = "invalid_parameter_default"


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
    if _says_its_signature(inspect.unwrap(function, stop=_says_its_signature)):
        message = "__signature__ is set, which need not be what the function takes"
        tool.refuse("invalid_tool_definition", message)
        return []
    try:
        return list(inspect.signature(function).parameters.values())
    except Exception as error:  # hints are evaluated here from Python 3.14 on
        message = f"the signature cannot be read: {type_name(error)}"
        tool.refuse("unsupported_type_hint", message)
        return []


def _says_its_signature(form: object) -> bool:
    return hasattr(form, "__signature__")


def _parameter(
    tool: Tool, function: FunctionType, parameter: Parameter, lines: Lines
) -> Schema | None:
    name = parameter.name
    line = lines.of_parameter(function, name)
    if parameter.kind in _REFUSED_KINDS:
        message = f"{name}: {_REFUSED_KINDS[parameter.kind]}"
        tool.refuse("unsupported_type_hint", message, name, line)
        return None
    if len(name) > MAX_NAME_LENGTH:
        message = f"a parameter's name has more than {MAX_NAME_LENGTH} characters"
        tool.refuse("invalid_tool_definition", message, name[:MAX_NAME_LENGTH], line)
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
        schema = schema_of(parameter.annotation, namespace)
        if parameter.default is not Parameter.empty:
            schema["default"] = _default(schema, parameter.default)
    except ParameterFault as fault:
        tool.refuse(fault.code, f"{name}: {fault}", name, line)
        return None
    except RecursionError:
        message = f"{name}: cannot be resolved: the hint contains itself"
        tool.refuse("unsupported_type_hint", message, name, line)
        return None
    return schema


def _default(schema: Schema, value: object) -> Json:
    if not fits(schema, value):
        raise InvalidDefault("the default is not a value of its type that JSON can hold")
    try:
        return to_contract_json(value)
    except UnsupportedValue as error:
        raise InvalidDefault(f"the default cannot be in a contract: {error}") from error
    except OversizedValue as error:
        raise InvalidDefault(f"the default has {error}") from error
