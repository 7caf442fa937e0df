"""The private way back. What tool code writes to stdout or to descriptor 3 never gets there."""

import contextlib
import fcntl
import hashlib
import hmac
import os
import sys
from typing import NoReturn

PROTOCOL = "edge.runner.v1"
_INHERITED_FD = 3
# Far above what opening files gives, so that no ordinary descriptor number meets it by chance.
_PRIVATE_FD_MIN = 200
_ANY_FD_MIN = 5


def out_of_reach(inherited: int) -> int:
    """The descriptor under a number that nobody expects, and that no child gets."""
    try:
        fd = fcntl.fcntl(inherited, fcntl.F_DUPFD_CLOEXEC, _PRIVATE_FD_MIN)
    except OSError:  # EINVAL: fewer files may be open than that
        fd = fcntl.fcntl(inherited, fcntl.F_DUPFD_CLOEXEC, _ANY_FD_MIN)
    os.close(inherited)
    return fd


class ReplyChannel:
    """Writes one frame, once, from the process that took the channel."""

    def __init__(self, fd: int) -> None:
        """Use `take`."""
        self._fd = fd
        self._pid = os.getpid()

    @classmethod
    def take(cls) -> "ReplyChannel":
        """Move the channel out of reach of children, and stdout to stderr."""
        fd = out_of_reach(_INHERITED_FD)
        os.dup2(2, 1)
        # A new text layer: the old one was made for what descriptor 1 was at the start. A print
        # shows at once, also when the process is killed at its deadline.
        stdout = open(1, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
        sys.stdout = sys.__stdout__ = stdout  # type: ignore[misc]
        return cls(fd)

    def send(self, payload: bytes, secret: bytes) -> NoReturn:
        """Write the frame and end the process; threads and atexit handlers do not delay it."""
        if os.getpid() != self._pid:
            os._exit(1)  # a fork of the tool came back out of it; only the first process answers
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):
                stream.flush()
        mac = hmac.new(secret, payload, hashlib.sha256).hexdigest()
        rest = memoryview(f"{PROTOCOL} {mac} {len(payload)}\n".encode() + payload)
        while rest:
            rest = rest[os.write(self._fd, rest) :]
        os._exit(0)
