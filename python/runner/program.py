"""Source bytes as a program: these bytes, and only in the encoding that reviewers read."""

import io
import tokenize
from types import CodeType


def decode(source: bytes) -> str:
    """UTF-8 only: another declared encoding would run a program that no reviewer reads."""
    lines = io.BytesIO(source.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    encoding, _ = tokenize.detect_encoding(lines.readline)
    if encoding not in ("utf-8", "utf-8-sig"):
        raise SyntaxError(f"the source encoding must be utf-8, not {encoding}")
    return source.decode("utf-8-sig")


def compile_text(text: str, path: str) -> CodeType:
    """The text as a module's code; the path is a label and is not opened."""
    return compile(text, path, "exec", dont_inherit=True, optimize=0)
