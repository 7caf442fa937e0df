"""One request in, one frame out."""

import json

from .call import call_tool
from .channel import ReplyChannel
from .discover import discover_tools
from .request import Request, read_request


def main() -> None:
    """Serve the one request of this process; never returns."""
    channel = ReplyChannel.take()
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
    return {
        "op": request.op,
        "ok": False,
        "code": "tool_result_oversized" if request.op == "call" else "runner_failed",
        "message": f"the reply has more than {request.max_reply_bytes} bytes",
    }
