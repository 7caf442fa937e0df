"""One declared tool: what the decorator was given, checked field by field."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from edgestudio.tools import ToolMetadata

from .plain import OversizedValue, UnsupportedValue, to_contract_json
from .shown import shown, type_name
from .text import has_control_characters, hides_something, is_plain, is_well_formed, text_of

# `toolNameLength`, `toolDescriptionLength` of the other side.
MAX_NAME_LENGTH = 64
MAX_DESCRIPTION_LENGTH = 4_096

_NAME = re.compile(rf"[A-Za-z_][A-Za-z0-9_]{{0,{MAX_NAME_LENGTH - 1}}}", re.ASCII)
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
    # False where the name is only how messages call it.
    named: bool = False

    def refuse(
        self, code: str, message: str, parameter: str | None = None, line: int | None = None
    ) -> None:
        """Note a problem, at the tool's own line unless another is known."""
        self.problems.append(Problem(code, message, self.name, parameter, line or self.line))


def declare(metadata: ToolMetadata, function: FunctionType, line: int | None) -> Tool:
    """Check everything but the parameters. Fields that are wrong get their defaults."""
    tool = Tool(shown(function.__name__), line, function)
    given = function.__name__ if metadata.name is None else metadata.name
    name = text_of(given)
    if name is not None and _NAME.fullmatch(name):
        tool.name, tool.named = name, True
    else:
        tool.refuse("invalid_tool_name", f"{given!a} is not a tool name")
    _check_form(tool, function)
    level = text_of(metadata.execution_level)
    if level not in _LEVELS:
        message = 'execution_level is "read", "prepare" or "commit"'
        tool.refuse("unsupported_execution_level", message)
        level = "read"
    direct = metadata.return_direct
    if not isinstance(direct, bool):
        tool.refuse("invalid_tool_definition", "return_direct is True or False")
        direct = level != "read"  # as the level needs it: one fault is told once
    tool.intent_tags = _tags(tool, metadata.intent_tags)
    tool.schema = {
        "name": tool.name,
        "description": _description(tool, metadata.description, function),
        "permissions": _permissions(tool, metadata.permissions),
        "execution_level": level,
        "return_direct": direct,
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
    text = text_of(given)
    if text is None:
        tool.refuse("invalid_tool_definition", "description is a string")
        return ""
    if len(text) > MAX_DESCRIPTION_LENGTH:
        message = f"the description has more than {MAX_DESCRIPTION_LENGTH} characters"
        tool.refuse("invalid_tool_definition", message)
        return ""
    visible = is_well_formed(text) and not hides_something(text)
    if not visible or has_control_characters(text, allowed="\n\t"):
        message = "the description holds a character that cannot be seen, or an odd space"
        tool.refuse("invalid_tool_definition", message)
        return ""
    return text


def _tags(tool: Tool, given: object) -> list[str]:
    tags = list(dict.fromkeys(_strings(given)))
    words = [tag for tag in tags if tag is not None and tag == tag.strip() and "," not in tag]
    if len(words) < len(tags):
        message = "intent_tags is a list of visible words, without commas or spaces at their ends"
        tool.refuse("invalid_tool_definition", message)
    return words


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
        text = text_of(item)
        yield text if text and is_plain(text) else None


def _output_schema(tool: Tool, given: object) -> dict[str, Any] | None:
    """Only that it is JSON; whether it is a closed schema is judged where schemas are compiled."""
    if given is None:
        return None
    try:
        schema = to_contract_json(given)
        if isinstance(schema, dict):
            return schema
        reason = f"is a {type_name(given)}, not a dict"
    except UnsupportedValue as error:
        reason = f"cannot be in a contract: {error}"
    except OversizedValue as error:
        reason = f"has {error}"
    tool.refuse("invalid_output_schema", f"output_schema {reason}")
    return None
