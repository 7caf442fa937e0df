"""The decorator that makes a function a custom tool, and what its handler is given.

Importing this module and decorating a function has no effect beyond metadata. Whether a declaration
is valid is judged when Keryx loads the file, so that each refusal names its file.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal, Protocol

__all__ = [
    "Channel",
    "CustomTool",
    "Handler",
    "Session",
    "ToolContext",
    "ToolUnavailable",
    "Trust",
    "custom_tool",
]

Channel = Literal["phone", "local"]


class Trust(IntEnum):
    """What a call has proved so far; ordered, so ``ctx.trust >= Trust.FULL`` can be asked."""

    NONE = 0
    #: Keryx itself called the owner's number.
    POSSESSION = 1
    #: The PIN was given on this call, or the call is not a phone call.
    FULL = 2


class Session(Protocol):
    """The call itself."""

    @property
    def session_id(self) -> str:
        """Of this call alone."""
        ...


class ToolContext(Protocol):
    """The call that a tool answers in. ``trust`` is live: a PIN given meanwhile counts."""

    @property
    def trust(self) -> Trust:
        """What the call has proved."""
        ...

    @property
    def channel(self) -> Channel:
        """Where the caller is."""
        ...

    @property
    def caller(self) -> str | None:
        """The caller's number as it was announced, which proves nothing."""
        ...

    @property
    def session(self) -> Session:
        """The call itself."""
        ...


# Arguments are JSON in the shape of `parameters`; the result is a dict, anything else is wrapped.
# A coroutine function is awaited, a plain one runs in a thread.
Handler = Callable[[ToolContext, dict[str, Any]], object]


@dataclass(frozen=True, eq=False)
class CustomTool:
    """What the decorator was given, unchecked. By hand: ``tool.handler(None, {...})``."""

    handler: Handler
    name: str
    description: str
    parameters: Mapping[str, object]
    needs_pin: bool
    timeout_s: float
    silent: bool


class ToolUnavailable(Exception):
    """Raised by a file while it loads: the file is refused, and the message is the reason shown."""


def custom_tool(
    name: str | None = None,
    *,
    description: str,
    parameters: Mapping[str, object] | None = None,
    needs_pin: bool = True,
    timeout_s: float = 20.0,
    silent: bool = False,
) -> Callable[[Handler], CustomTool]:
    """Declare a handler ``(ctx, args)`` as a custom tool.

    Args:
        name: What the model calls it; the function's name when left out.
        description: When to call it, how to say the result, what not to say.
        parameters: A JSON schema of type object for the arguments; no arguments when left out.
        needs_pin: Whether it answers only after the PIN was given on this call.
        timeout_s: Seconds until the model is told that the tool did not answer.
        silent: The result is submitted without a spoken turn.
    """

    def declare(handler: Handler) -> CustomTool:
        return CustomTool(
            handler=handler,
            name=handler.__name__ if name is None else name,
            description=description,
            parameters=_no_arguments() if parameters is None else parameters,
            needs_pin=needs_pin,
            timeout_s=timeout_s,
            silent=silent,
        )

    return declare


def _no_arguments() -> dict[str, object]:
    return {"type": "object", "properties": {}}
