"""The `call` operation: import the file afresh and execute exactly one function."""

from typing import Any

from .collect import collect_tools
from .declare import Tool
from .plain import OversizedValue, UnsupportedValue, to_json
from .request import Request
from .shown import shown, type_name
from .source import ImportFailure, note, print_exception, run_file
from .values import Schema, python_arguments, same_json

Reply = dict[str, Any]


def call_tool(request: Request) -> Reply:
    """Returns the result as a JSON object, or a code and a message without user text."""
    try:
        module, text = run_file(request)
    except ImportFailure as failure:
        return failed("tools_file_import_failed", f"importing the file failed: {failure.reason}")
    tools = [tool for tool in collect_tools(module, text) if tool.name == request.tool_name]
    if len(tools) != 1 or tools[0].problems or not same_json(tools[0].schema, request.tool_schema):
        message = "the file no longer declares this tool as it was frozen"
        return failed("tools_file_changed", message)
    return _execute(tools[0], request.tool_schema["parameters"], request.arguments)


def _execute(tool: Tool, parameters: Schema, arguments: dict[str, Any]) -> Reply:
    values = python_arguments(parameters, arguments)
    try:
        result = tool.function(**values)
    except BaseException as error:  # sys.exit and KeyboardInterrupt are a tool's failure as well
        print_exception(error)
        return failed("tool_execution_failed", f"the tool raised {type_name(error)}")
    try:
        plain = to_json(result)
    except UnsupportedValue as error:
        note(f"unsupported tool result at {error.path!a}")
        return failed("unsupported_tool_result", str(error))
    except OversizedValue as error:
        return failed("tool_result_oversized", f"the result has {error}")
    except BaseException as error:
        reason = f"the result cannot be read: {type_name(error)}"
        return failed("unsupported_tool_result", reason)
    return {
        "op": "call",
        "ok": True,
        "result": plain if isinstance(plain, dict) else {"result": plain},
    }


def failed(code: str, message: str) -> Reply:
    """The reply of a call that gave no result."""
    return {"op": "call", "ok": False, "code": code, "message": shown(message)}
