"""What comes in on stdin: a greeting on one line, then one request, the file's bytes inside."""

import base64
import hashlib
import json
import os
import sys
from dataclasses import dataclass
from typing import Any

from .channel import PROTOCOL, empty_stdin

_OPERATIONS = ("discover", "call")


@dataclass(frozen=True)
class Greeting:
    """What has to be known before a request: how to answer, and what to be shut into."""

    secret: bytes
    isolate: str
    # A listener of the other side, on 127.0.0.1: it must not be reachable from an empty network.
    canary_port: int


@dataclass(frozen=True)
class Request:
    """What this process is to do, with bytes that have the hash they were sent under."""

    op: str
    path: str
    source: bytes
    max_reply_bytes: int
    tool_name: str
    tool_schema: dict[str, Any]
    arguments: dict[str, Any]


def read_greeting() -> Greeting:
    """Read one line: nothing follows it before it is answered.

    One that is not ours ends the process without a frame: there is no one to answer to.
    """
    line = b""
    while not line.endswith(b"\n"):
        chunk = os.read(0, 65_536)
        if not chunk:
            os._exit(0)  # started ahead, and not needed
        line += chunk
    document = json.loads(line)
    if document["protocol"] != PROTOCOL:
        sys.exit(f"edge runner: expected {PROTOCOL}")
    return Greeting(
        secret=bytes.fromhex(document["secret"]),
        isolate=document["isolate"],
        canary_port=document["canary_port"],
    )


def read_request() -> Request:
    """Read stdin to its end, then give user code an empty one."""
    with os.fdopen(os.dup(0), "rb") as stream:
        text = stream.read()
    empty_stdin()
    if not text:
        os._exit(0)
    document = json.loads(text)
    if document["op"] not in _OPERATIONS:
        sys.exit("edge runner: expected op discover or call")
    source = base64.b64decode(document["source_base64"], validate=True)
    if f"sha256:{hashlib.sha256(source).hexdigest()}" != document["source_sha256"]:
        sys.exit("edge runner: the bytes received do not have the hash they were sent under")
    return Request(
        op=document["op"],
        path=document["path"],
        source=source,
        max_reply_bytes=document["max_reply_bytes"],
        tool_name=document.get("tool_name", ""),
        tool_schema=document.get("tool_schema", {}),
        arguments=document.get("arguments", {}),
    )
