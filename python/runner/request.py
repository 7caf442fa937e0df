"""The request: one JSON document on stdin, the file's bytes inside."""

import base64
import hashlib
import json
import os
import sys
from dataclasses import dataclass
from typing import Any

from .channel import PROTOCOL


@dataclass(frozen=True)
class Request:
    """What this process is to do, with bytes that have the hash they were sent under."""

    op: str
    secret: bytes
    path: str
    source: bytes
    max_reply_bytes: int
    tool_name: str
    tool_schema: object
    arguments: dict[str, Any]


def read_request() -> Request:
    """Read stdin to its end, then give user code an empty one.

    A request that is not ours ends the process without a frame: there is no one to answer to.
    """
    with os.fdopen(os.dup(0), "rb") as stream:
        document = json.loads(stream.read())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    if document["protocol"] != PROTOCOL or document["op"] not in ("discover", "call"):
        sys.exit(f"edge runner: expected {PROTOCOL}, op discover or call")
    source = base64.b64decode(document["source_base64"], validate=True)
    if f"sha256:{hashlib.sha256(source).hexdigest()}" != document["source_sha256"]:
        sys.exit("edge runner: the bytes received do not have the hash they were sent under")
    return Request(
        op=document["op"],
        secret=bytes.fromhex(document["secret"]),
        path=document["path"],
        source=source,
        max_reply_bytes=document["max_reply_bytes"],
        tool_name=document.get("tool_name", ""),
        tool_schema=document.get("tool_schema"),
        arguments=document.get("arguments", {}),
    )
