"""The decorator that makes a plain function a tool.

Importing this module and decorating a function has no effect beyond metadata: the file stays an
ordinary Python file, its functions stay callable. Whether a declaration is valid is judged by
``edge tools validate``, not here, so that all problems of a file can be reported at once.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeVar, overload

__all__ = ["ExecutionLevel", "Permission", "ToolMetadata", "edge_tool"]

ExecutionLevel = Literal["read", "prepare", "commit"]
Permission = Literal["read_local"]
Function = TypeVar("Function", bound=Callable[..., object])


@dataclass(frozen=True, eq=False)
class ToolMetadata:
    """What the decorator was given, unchecked. Lives on the function as ``__edge_tool__``."""

    name: str | None
    description: str | None
    intent_tags: Sequence[str]
    permissions: Sequence[Permission]
    execution_level: ExecutionLevel
    return_direct: bool
    output_schema: Mapping[str, object] | None


@dataclass(frozen=True, eq=False)
class _Declaration:
    """One use of the decorator: what was decorated, and where."""

    target: object
    metadata: ToolMetadata
    module: str | None
    line: int


# Every use in order, so that a tool that a later `def` of the same name replaced is still seen.
_declarations: list[_Declaration] = []


@overload
def edge_tool(function: Function, /) -> Function: ...


@overload
def edge_tool(
    *,
    name: str | None = None,
    description: str | None = None,
    intent_tags: Sequence[str] = (),
    permissions: Sequence[Permission] = (),
    execution_level: ExecutionLevel = "read",
    return_direct: bool = False,
    output_schema: Mapping[str, object] | None = None,
) -> Callable[[Function], Function]: ...


def edge_tool(
    function: Function | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    intent_tags: Sequence[str] = (),
    permissions: Sequence[Permission] = (),
    execution_level: ExecutionLevel = "read",
    return_direct: bool = False,
    output_schema: Mapping[str, object] | None = None,
) -> Function | Callable[[Function], Function]:
    """Declare a function as a tool; usable bare (``@edge_tool``) or called (``@edge_tool(...)``).

    Args:
        name: The tool's name; the function's name when left out.
        description: What the model reads; the docstring's first line when left out.
        intent_tags: Words for ``--tool-tag``. The model does not see them.
        permissions: ``["read_local"]`` or nothing. Declares an intent, restricts nothing.
        execution_level: ``read`` looks up, ``prepare`` drafts, ``commit`` has real effects.
        return_direct: The result is delivered as it is, without the model. Needs ``output_schema``.
        output_schema: A closed JSON schema of the result; checked before a result is used.
    """
    metadata = ToolMetadata(
        name=name,
        description=description,
        intent_tags=intent_tags,
        permissions=permissions,
        execution_level=execution_level,
        return_direct=return_direct,
        output_schema=output_schema,
    )

    def attach(target: Function, module: str | None, line: int) -> Function:
        # What takes no attribute is no plain function: that is judged with all other problems.
        with suppress(AttributeError, TypeError):
            target.__edge_tool__ = metadata  # type: ignore[attr-defined]
        _declarations.append(_Declaration(target, metadata, module, line))
        return target

    if function is not None:
        return attach(function, *_caller())
    return lambda target: attach(target, *_caller())


def _caller() -> tuple[str | None, int]:
    """The module whose code applied the decorator, and its line."""
    frame = sys._getframe(2)
    name = frame.f_globals.get("__name__")
    return name if type(name) is str else None, frame.f_lineno
