"""The tools of a file: declared in it, reachable in its namespace, in order of definition.

A file can put any object anywhere. Finding its tools asks nothing of an object that could run code
of the file; reading one tool may, and a failure there is a problem of that tool.
"""

from collections.abc import Iterator
from types import FunctionType, ModuleType

from edgestudio.tools import ToolMetadata, _Declaration, _declarations

from .declare import Problem, Tool, declare
from .lines import Lines
from .parameters import closed_object, parameters_schema
from .shown import shown, type_name
from .source import MODULE_NAME, print_exception


def collect_tools(module: ModuleType, text: str) -> list[Tool]:
    """Every tool of the file, valid or not; tools that were imported from elsewhere are not its."""
    lines = Lines(text, vars(module))
    tools: list[Tool] = []
    for declaration, target, reachable in _declared(module):
        line = lines.of_function(target) or _line_of(declaration)
        if type(target) is not FunctionType:
            message = f"@edge_tool decorates functions, not a {type_name(target)}"
            tools.append(_refused(target, line, message))
            continue
        if not reachable and not _is_replaced(target, module):
            message = "the decorated function is not reachable by a name at the file's top level"
            tools.append(_refused(target, line, message))
            continue
        if any(other.function is target for other in tools):
            tools.append(_refused(target, line, "the function is decorated twice"))
            continue
        tool = _read(declaration.metadata, target, lines, line)
        earlier = next((other for other in tools if other.named and other.name == tool.name), None)
        if earlier is not None and tool.named:
            where = f" (line {earlier.line})" if earlier.line else ""
            tool.refuse("duplicate_tool_name", f"two tools are named {tool.name}{where}")
        tools.append(tool)
    return tools


def _read(
    metadata: ToolMetadata, function: FunctionType, lines: Lines, fallback: int | None
) -> Tool:
    try:
        tool = declare(metadata, function, lines.of_function(function))
        tool.schema["parameters"] = parameters_schema(tool, function, lines)
        return tool
    except BaseException as error:
        print_exception(error)
        return _refused(function, fallback, f"it cannot be read: {type_name(error)}")


def _declared(module: ModuleType) -> Iterator[tuple[_Declaration, object, bool]]:
    """A declaration, what is called, and whether the namespace leads to it.

    A wrapper made with functools.wraps carries the metadata of what it wraps, and stands for it.
    """
    reachable: dict[int, list[object]] = {}
    for value in list(vars(module).values()):
        metadata = _metadata_of(value)
        if metadata is not None:
            known = reachable.setdefault(id(metadata), [])
            if not any(value is other for other in known):
                known.append(value)
    for declaration in list(_declarations):
        target = declaration.target
        origin = target.__module__ if type(target) is FunctionType else None
        if declaration.module != MODULE_NAME and not (
            type(origin) is str and origin == MODULE_NAME
        ):
            continue
        targets = reachable.get(id(declaration.metadata), [])
        for found in targets or [target]:
            yield declaration, found, bool(targets)


def _line_of(declaration: _Declaration) -> int | None:
    return declaration.line if declaration.module == MODULE_NAME else None


def _is_replaced(function: FunctionType, module: ModuleType) -> bool:
    """Another tool took its name in the namespace; the function is one that its author means."""
    return _metadata_of(vars(module).get(function.__name__)) is not None


def _metadata_of(value: object) -> ToolMetadata | None:
    """Of functions only: asking any object for an attribute would run its code."""
    if type(value) is not FunctionType:
        return None
    metadata = dict.get(vars(value), "__edge_tool__")
    return metadata if type(metadata) is ToolMetadata else None


def _refused(target: object, line: int | None, message: str) -> Tool:
    """What was decorated and cannot be a tool, whatever else it says."""
    name = shown(target.__name__) if type(target) is FunctionType else type_name(target)
    schema: dict[str, object] = {
        "name": name,
        "description": "",
        "permissions": [],
        "execution_level": "read",
        "return_direct": False,
        "output_schema": None,
        "parameters": closed_object({}, []),
    }
    problem = Problem("invalid_tool_definition", message, name, line=line)
    return Tool(name, line, _never, schema=schema, problems=[problem])


def _never() -> None:
    """Stands in for what is never called."""
