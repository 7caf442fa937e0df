"""One declared tool: what the decorator was given, checked field by field."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from edgestudio.tools import ToolMetadata

from .shown import shown, type_name
from .values import (
    MAX_SCHEMA_DEPTH,
    UnsupportedValue,
    has_control_characters,
    is_well_formed,
    to_json,
)

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_LEVELS = ("read", "prepare", "commit")


@dataclass(frozen=True)
class Problem:
    """What is wrong with a file, in terms that its author can act on."""

    code: str
    message: str
    tool: str | None = None
    parameter: str | None = None
    line: int | None = None


@dataclass
class Tool:
    """A tool as far as it could be read; with problems it is never called."""

    name: str
    line: int | None
    function: Callable[..., object]
    intent_tags: list[str] = field(default_factory=list)
    schema: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def refuse(
        self, code: str, message: str, parameter: str | None = None, line: int | None = None
    ) -> None:
        """Note a problem, at the tool's own line unless another is known."""
        self.problems.append(Problem(code, message, self.name, parameter, line or self.line))


def declare(metadata: ToolMetadata, function: FunctionType, line: int | None) -> Tool:
    """Check everything but the parameters. Fields that are wrong get their defaults."""
    tool = Tool(shown(function.__name__), line, function)
    name = function.__name__ if metadata.name is None else metadata.name
    if isinstance(name, str) and _NAME.fullmatch(name):
        tool.name = name
    else:
        tool.refuse("invalid_tool_name", f"{name!a} is not a tool name")
    _check_form(tool, function)
    level = metadata.execution_level
    if not isinstance(level, str) or level not in _LEVELS:
        message = 'execution_level is "read", "prepare" or "commit"'
        tool.refuse("unsupported_execution_level", message)
        level = "read"
    if not isinstance(metadata.return_direct, bool):
        tool.refuse("invalid_tool_definition", "return_direct is True or False")
    tool.intent_tags = _tags(tool, metadata.intent_tags)
    tool.schema = {
        "name": tool.name,
        "description": _description(tool, metadata.description, function),
        "permissions": _permissions(tool, metadata.permissions),
        "execution_level": level,
        "return_direct": metadata.return_direct is True,
        "output_schema": _output_schema(tool, metadata.output_schema),
    }
    return tool


def _check_form(tool: Tool, function: FunctionType) -> None:
    for form in (function, inspect.unwrap(function)):
        if inspect.iscoroutinefunction(form) or inspect.isasyncgenfunction(form):
            return tool.refuse("invalid_tool_definition", "an async function is not supported")
        if inspect.isgeneratorfunction(form):
            return tool.refuse("invalid_tool_definition", "a generator function is not supported")
    return None


def _description(tool: Tool, given: object, function: FunctionType) -> str:
    if given is None:
        lines = inspect.cleandoc(function.__doc__ or "").splitlines()
        given = lines[0].strip() if lines else ""
    if not isinstance(given, str):
        tool.refuse("invalid_tool_definition", "description is a string")
        return ""
    if has_control_characters(given, allowed="\n\t") or not is_well_formed(given):
        message = "the description holds a control character or a lone surrogate"
        tool.refuse("invalid_tool_definition", message)
        return ""
    return given


def _tags(tool: Tool, given: object) -> list[str]:
    tags = list(_strings(given))
    if None in tags:
        tool.refuse("invalid_tool_definition", "intent_tags is a list of plain, non-empty strings")
    return list(dict.fromkeys(tag for tag in tags if tag is not None))


def _permissions(tool: Tool, given: object) -> list[str]:
    permissions = list(_strings(given))
    if None in permissions:
        tool.refuse("invalid_tool_definition", "permissions is a list of strings")
    elif any(permission != "read_local" for permission in permissions):
        tool.refuse("unsupported_permission", 'the only permission is "read_local"')
    return ["read_local"] if "read_local" in permissions else []


def _strings(given: object) -> Iterator[str | None]:
    """The strings of a list or tuple; None in place of whatever is not a plain one."""
    if not isinstance(given, list | tuple):
        yield None
        return
    for item in given:
        plain = isinstance(item, str) and item and is_well_formed(item)
        yield str(item) if plain and not has_control_characters(item) else None


def _output_schema(tool: Tool, given: object) -> dict[str, Any] | None:
    """Only that it is JSON; whether it is a closed schema is judged where schemas are compiled."""
    if given is None:
        return None
    try:
        if isinstance(given, dict):
            schema: dict[str, Any] = to_json(given, max_depth=MAX_SCHEMA_DEPTH)
            return schema
        reason = f"is a {type_name(given)}, not a dict"
    except UnsupportedValue as error:
        reason = str(error)
    tool.refuse("invalid_output_schema", f"output_schema is not JSON: {reason}")
    return None
