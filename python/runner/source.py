"""Runs a tools file from the bytes that were hashed. Its path is a label and is never opened."""

import contextlib
import io
import linecache
import sys
import traceback
from pathlib import Path
from types import ModuleType, TracebackType

from .program import compile_text, decode
from .request import Request
from .shown import type_name
from .siblings import hash_siblings

# Not "__main__": what a file keeps for its own runs by hand does not run here.
MODULE_NAME = "edge_tools_file"


class ImportFailure(Exception):
    """Importing the file failed; its traceback has been printed to stderr."""

    def __init__(self, reason: str, line: int | None) -> None:
        """Keep a reason without user text, and the line of the file if one is known."""
        super().__init__(reason)
        self.reason = reason
        self.line = line


def run_file(request: Request) -> tuple[ModuleType, str]:
    """Execute the file's top level. Returns the module and the file's text.

    Raises ImportFailure for whatever the file does, `sys.exit` included.
    """
    try:
        text = decode(request.source)
        code = compile_text(text, request.path)
    except SyntaxError as error:
        print_exception(error)
        # No code of the file has run yet: this text is Python's own.
        reason = f"{type_name(error)}: {error.msg}"
        raise ImportFailure(reason, error.lineno or None) from None
    except BaseException as error:
        print_exception(error)
        raise ImportFailure(type_name(error), None) from None
    module = prepare_module(request.path, text)
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        print_exception(error)
        raise ImportFailure(type_name(error), line_in(error, request.path)) from None
    return module, text


def prepare_module(path: str, text: str) -> ModuleType:
    """An empty module with the file's path; siblings can be imported, tracebacks show `text`."""
    module = ModuleType(MODULE_NAME)
    module.__file__ = path
    sys.modules[MODULE_NAME] = module
    folder = str(Path(path).parent)
    sys.path.insert(0, folder)
    hash_siblings(folder)
    sys.argv = [path]
    linecache.cache[path] = (len(text), None, list(io.StringIO(text, newline=None)), path)
    return module


def line_in(error: BaseException, path: str) -> int | None:
    """The innermost line of the file that the exception passed through."""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    return lines[-1] if lines and lines[-1] > 0 else None


def print_exception(error: BaseException) -> None:
    """The traceback on stderr, without the runner's own frames."""
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__package__") == __package__:
        trace = trace.tb_next
    try:
        text = "".join(traceback.format_exception(type(error), error, trace))
    except BaseException:  # an exception's own __str__ may raise anything
        text = type_name(error)
    note(text.rstrip())


def note(text: str) -> None:
    """One remark for the author on stderr; a tool may have closed it."""
    with contextlib.suppress(BaseException):
        print(text, file=sys.stderr, flush=True)
