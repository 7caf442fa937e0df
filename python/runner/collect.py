"""The tools of a file: declared in it, reachable in its namespace, in order of definition."""

from collections.abc import Iterator
from types import FunctionType, ModuleType

from edgestudio.tools import ToolMetadata, _declarations

from .declare import Problem, Tool, declare
from .lines import Lines
from .parameters import closed_object, parameters_schema
from .source import MODULE_NAME


def collect_tools(module: ModuleType, text: str) -> list[Tool]:
    """Every tool of the file, valid or not; tools that were imported from elsewhere are not its."""
    lines = Lines(text)
    tools: list[Tool] = []
    for metadata, target, reachable in _declared(module):
        line = lines.of_function(target)
        if not isinstance(target, FunctionType):
            what = type(target).__name__
            tools.append(_refused(target, line, f"@edge_tool decorates functions, not a {what}"))
            continue
        if not reachable and not _is_replaced(target, module):
            message = "the decorated function is not reachable by a name at the file's top level"
            tools.append(_refused(target, line, message))
            continue
        tool = declare(metadata, target, line)
        tool.schema["parameters"] = parameters_schema(tool, target, lines)
        earlier = next((other for other in tools if other.name == tool.name), None)
        if earlier is not None:
            where = f" (line {earlier.line})" if earlier.line else ""
            tool.refuse("duplicate_tool_name", f"two tools are named {tool.name}{where}")
        tools.append(tool)
    return tools


def _declared(module: ModuleType) -> Iterator[tuple[ToolMetadata, object, bool]]:
    """Metadata, what is called, and whether the namespace leads to it.

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
        origin = getattr(declaration.target, "__module__", None)
        if MODULE_NAME not in (declaration.module, origin):
            continue
        targets = reachable.get(id(declaration.metadata), [])
        for target in targets or [declaration.target]:
            yield declaration.metadata, target, bool(targets)


def _is_replaced(function: FunctionType, module: ModuleType) -> bool:
    """Another tool took its name in the namespace; the function is one that its author means."""
    return _metadata_of(vars(module).get(function.__name__)) is not None


def _metadata_of(value: object) -> ToolMetadata | None:
    """Of functions only: asking any object for an attribute would run its code."""
    metadata = vars(value).get("__edge_tool__") if isinstance(value, FunctionType) else None
    return metadata if isinstance(metadata, ToolMetadata) else None


def _refused(target: object, line: int | None, message: str) -> Tool:
    """What was decorated and cannot be a tool, whatever else it says."""
    name = ascii(getattr(target, "__name__", type(target).__name__))[1:-1][:100]
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
