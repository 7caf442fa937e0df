"""The runner itself: says where it is, waits for its request, and answers it."""

import os
from typing import NoReturn

from .call import call_tool, failed
from .channel import ReplyChannel, encode
from .discover import Reply, discover_tools, shortened
from .request import Request, read_request
from .siblings import imported_siblings
from .sites import use_sites


def serve(channel: ReplyChannel, measured: dict[str, object], *, is_bare: bool = False) -> NoReturn:
    """Report what was measured, then serve one request.

    A bare interpreter has run nothing of the user's up to here, not even what `site` runs.
    """
    channel.send(encode({"op": "ready", "ok": True, "session": os.getsid(0), **measured}))
    request = read_request()
    if is_bare:
        use_sites()
    runner = os.getpid()
    reply = discover_tools(request) if request.op == "discover" else _call(request)
    if os.getpid() != runner:
        os._exit(1)  # a fork of the tool came back out of it; only the first process answers
    payload = encode(reply)
    if len(payload) > request.max_reply_bytes:
        payload = encode(_too_large(request, reply))
    channel.finish(payload)


def _call(request: Request) -> Reply:
    return {**call_tool(request), "siblings": imported_siblings()}


def _too_large(request: Request, reply: Reply) -> Reply:
    """The reply in place of one that the other side would not read."""
    limit = f"more than {request.max_reply_bytes} bytes"
    if request.op == "call":
        return {**failed("tool_result_oversized", f"the result has {limit}"), "siblings": []}
    return shortened(reply, limit)
