"""Ends the runner, and all of its group, when the process that started it is gone."""

import fcntl
import os
import select
import signal
import sys
import threading

from .channel import out_of_reach

_INHERITED_FD = 4


def hold_lifeline() -> None:
    """Nothing is ever written to this descriptor: what happens on it is its other end closing.

    On Linux the kernel kills the group itself, whatever the tool does to its interpreter. Elsewhere
    a thread does, once the tool lets it run.
    """
    fd = out_of_reach(_INHERITED_FD)
    if sys.platform != "linux":
        threading.Thread(target=_wait_and_end, args=(fd,), daemon=True).start()
        return
    fcntl.fcntl(fd, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(fd, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([fd], [], [], 0)[0]:  # it closed before the kernel was asked
        os.killpg(0, signal.SIGKILL)


def _wait_and_end(fd: int) -> None:
    os.read(fd, 1)
    os.killpg(0, signal.SIGKILL)
