"""The `discover` operation: import a file and describe its tools, with all of its problems."""

import platform
from dataclasses import asdict
from typing import Any

from .channel import encode
from .collect import collect_tools
from .declare import Problem
from .request import Request
from .shown import shown
from .source import ImportFailure, run_file

Reply = dict[str, Any]
# Of a file whose description is too large to be read; each has a few hundred bytes.
_MAX_PROBLEMS = 100


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


def shortened(reply: Reply, limit: str) -> Reply:
    """In place of a reply over the limit: the first problems of the file, or its largest tool."""
    if reply["problems"]:
        return {**reply, "tools": [], "problems": reply["problems"][:_MAX_PROBLEMS]}
    largest = max(reply["tools"], key=lambda tool: len(encode(tool)))
    message = f"the file's schemas have {limit}, and this tool's is the largest"
    problem = Problem("invalid_tool_definition", message, largest["name"], line=largest["line"])
    return described([], [problem])
