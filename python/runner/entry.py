"""One request in, one frame out."""

import json

from .call import call_tool, failed
from .channel import ReplyChannel
from .declare import Problem
from .discover import described, discover_tools
from .lifeline import hold_lifeline
from .request import Request, read_request


def main() -> None:
    """Serve the one request of this process; never returns."""
    channel = ReplyChannel.take()
    hold_lifeline()
    request = read_request()
    reply = discover_tools(request) if request.op == "discover" else call_tool(request)
    payload = encode(reply)
    if len(payload) > request.max_reply_bytes:
        payload = encode(too_large(request))
    channel.send(payload, request.secret)


def encode(reply: object) -> bytes:
    """JSON in ASCII: whatever a file put into a name or a result survives the channel."""
    return json.dumps(reply, separators=(",", ":"), allow_nan=False).encode("ascii")


def too_large(request: Request) -> object:
    """The reply in place of one that the other side would not read."""
    limit = f"more than {request.max_reply_bytes} bytes"
    if request.op == "call":
        return failed("tool_result_oversized", f"the result has {limit}")
    return described([], [Problem("invalid_tool_definition", f"the file's schemas have {limit}")])
