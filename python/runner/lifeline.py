"""How the supervisor learns that the process which started it is gone, or wants it to end."""

import fcntl
import os
import signal
import sys

from .channel import out_of_reach

_INHERITED_FD = 4


def take_lifeline() -> int:
    """Nothing is ever written to this descriptor: it can be read when its other end is closed.

    A tool may have stopped this process; on Linux the kernel then lets it go on.
    """
    fd = out_of_reach(_INHERITED_FD)
    if sys.platform == "linux":
        fcntl.fcntl(fd, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(fd, fcntl.F_SETSIG, signal.SIGCONT)
        fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_ASYNC)
    return fd
