"""The `discover` operation: import a file and describe its tools, with all of its problems."""

import platform
from dataclasses import asdict
from typing import Any

from .collect import collect_tools
from .declare import Problem
from .request import Request
from .shown import shown
from .source import ImportFailure, run_file

Reply = dict[str, Any]


def discover_tools(request: Request) -> Reply:
    """Returns the tools in order of definition and every problem of the file."""
    try:
        module, text = run_file(request)
    except ImportFailure as failure:
        message = f"importing the file failed: {failure.reason}"
        return described([], [Problem("tools_file_import_failed", message, line=failure.line)])
    found = collect_tools(module, text)
    tools = [
        {
            "name": tool.name,
            "line": tool.line,
            "intent_tags": tool.intent_tags,
            "schema": tool.schema,
        }
        for tool in found
    ]
    return described(tools, [problem for tool in found for problem in tool.problems])


def described(tools: list[Reply], problems: list[Problem]) -> Reply:
    """The reply of this operation; nothing in its problems can break a line or a terminal."""
    return {
        "op": "discover",
        "ok": True,
        "python_version": platform.python_version(),
        "tools": tools,
        "problems": [
            {name: shown(value) if isinstance(value, str) else value for name, value in fields}
            for fields in (asdict(problem).items() for problem in problems)
        ],
    }
