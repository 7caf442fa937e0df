"""Where things stand in the file, for messages."""

import ast
import inspect
from types import FunctionType

from .source import MODULE_NAME

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


class Lines:
    """Finds the `def` and the parameters of functions that this file defines."""

    def __init__(self, text: str) -> None:
        """Index the definitions by the line where their code object says they begin."""
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
        plain = inspect.unwrap(function) if isinstance(function, FunctionType) else function
        if not isinstance(plain, FunctionType) or plain.__module__ != MODULE_NAME:
            return None
        return self._definitions.get(plain.__code__.co_firstlineno)
