"""The private way back. What tool code writes to stdout or to descriptor 3 never gets there."""

import contextlib
import fcntl
import hashlib
import hmac
import json
import os
import sys
from typing import NoReturn

from .writers import flush_writers

PROTOCOL = "edge.runner.v1"
_INHERITED_FD = 3
# Far above what opening files gives, so that no ordinary descriptor number meets it by chance.
_PRIVATE_FD_MIN = 200
_ANY_FD_MIN = 5
# Taken before code of the user's runs, which can put others in the place of these.
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_new_mac, _sha256, _write, _exit = hmac.new, hashlib.sha256, os.write, os._exit


def out_of_reach(inherited: int) -> int:
    """The descriptor under a number that nobody expects, and that no child gets."""
    try:
        fd = fcntl.fcntl(inherited, fcntl.F_DUPFD_CLOEXEC, _PRIVATE_FD_MIN)
    except OSError:  # EINVAL: fewer files may be open than that
        fd = fcntl.fcntl(inherited, fcntl.F_DUPFD_CLOEXEC, _ANY_FD_MIN)
    os.close(inherited)
    return fd


def empty_stdin() -> None:
    """Whoever reads descriptor 0 from now on is at its end."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def encode(reply: object) -> bytes:
    """JSON in ASCII: whatever a file put into a name or a result survives the channel."""
    return _encode(reply).encode("ascii")


class ReplyChannel:
    """Frames that are authenticated with the secret of this one run."""

    def __init__(self, fd: int, secret: bytes) -> None:
        """Use `take`."""
        self._fd = fd
        self._secret = secret

    @classmethod
    def take(cls, secret: bytes) -> "ReplyChannel":
        """Move the channel out of reach of children, and stdout to stderr."""
        fd = out_of_reach(_INHERITED_FD)
        os.dup2(2, 1)
        # A new text layer: the old one was made for what descriptor 1 was at the start. A print
        # shows at once, also when the process is killed at its deadline.
        stdout = open(1, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
        sys.stdout = sys.__stdout__ = stdout  # type: ignore[misc]
        return cls(fd, secret)

    def close(self) -> None:
        """Leave the channel to the process that was forked with it."""
        os.close(self._fd)

    def send(self, payload: bytes) -> None:
        """Write one frame."""
        mac = _new_mac(self._secret, payload, _sha256).hexdigest()
        rest = memoryview(f"{PROTOCOL} {mac} {len(payload)}\n".encode() + payload)
        while rest:
            rest = rest[_write(self._fd, rest) :]

    def finish(self, payload: bytes) -> NoReturn:
        """Write the last frame and end; threads and atexit handlers do not delay it.

        Files that are still open are written out before it: who reads the frame may read them.
        """
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(BaseException):
                stream.flush()
        flush_writers()
        self.send(payload)
        _exit(0)
