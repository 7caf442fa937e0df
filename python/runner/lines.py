"""Where things stand in the file, for messages."""

import ast
import inspect
from types import FunctionType
from typing import Any

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


class Lines:
    """Finds the `def` and the parameters of functions that this file defines."""

    def __init__(self, text: str, namespace: dict[str, Any]) -> None:
        """Index the definitions by the line where their code object says they begin."""
        self._namespace = namespace
        self._definitions: dict[int, _Definition] = {}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
                self._definitions[first] = node

    def of_function(self, function: object) -> int | None:
        """Line of the `def`, or None for a function of another file."""
        definition = self._find(function)
        return definition.lineno if definition else None

    def of_parameter(self, function: object, name: str) -> int | None:
        """Line of one parameter."""
        definition = self._find(function)
        if definition is None:
            return None
        a = definition.args
        named = [*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg]
        return next((arg.lineno for arg in named if arg and arg.arg == name), None)

    def _find(self, function: object) -> _Definition | None:
        for form in (_unwrapped(function), function):
            # What a file defines has the file's own namespace for its globals.
            if type(form) is FunctionType and form.__globals__ is self._namespace:
                found = self._definitions.get(form.__code__.co_firstlineno)
                # Code from `exec` counts lines of its own; another name gives it away.
                return found if found and found.name == form.__code__.co_name else None
        return None


def _unwrapped(function: object) -> object:
    """What functools.wraps says that the function stands for, if following that leads anywhere."""
    try:
        return inspect.unwrap(function) if type(function) is FunctionType else function
    except BaseException:  # a loop, or an object with an opinion on `__wrapped__`
        return function
