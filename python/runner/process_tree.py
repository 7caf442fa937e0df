"""Ends everything that descends from this process, whatever it does to get away.

For a subreaper: whoever loses its parent becomes its child, so nothing leaves the tree.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterator


def end_descendants(seconds: float) -> None:
    """Return when none is left, or after so many seconds: whoever waits for us looks on.

    All are stopped before any is killed, so that none sees another one's end and forks. When the
    time is over, what was found is killed all the same: nothing stays stopped.
    """
    until = time.monotonic() + seconds
    stopped: set[int] = set()
    is_over = False
    while not is_over:
        reap()
        found: set[int] = set()
        for pid in _descendants():
            found.add(pid)
            if pid not in stopped:
                _send(pid, signal.SIGSTOP)
        if not found:
            return
        is_over = time.monotonic() >= until
        if found <= stopped or is_over:
            for pid in found:
                _send(pid, signal.SIGKILL)
        stopped = found


def reap() -> dict[int, int]:
    """Collect the children that have ended: exit codes by id."""
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            ended[pid] = exit_code(status)
    return ended


def exit_code(status: int) -> int:
    """The exit code that a shell would give for a wait status: 128 + n for signal n."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _descendants() -> Iterator[int]:
    """Each as soon as it is seen, the youngest first.

    A chain of forks, each of which lives for a moment only, would move on while a list is made. Its
    present end has the highest number and has us for its parent, or a parent that we saw stopped.
    """
    family = {os.getpid()}
    grown = True
    while grown:
        grown = False
        names = os.listdir("/proc")  # noqa: PTH208 - it is a race, and paths as objects are slow
        numbers = [int(name) for name in names if name.isdecimal()]
        for pid in sorted(numbers, reverse=True):
            if pid not in family and _parent(pid) in family:
                family.add(pid)
                grown = True
                yield pid


def _parent(pid: int) -> int | None:
    """None for one that is gone, or that has ended and only waits to be collected."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:  # noqa: PTH123
            # The program's name stands in brackets and may hold any character.
            state, parent, *_ = stat.read().rpartition(b")")[2].split()
    except (OSError, ValueError):
        return None
    return None if state in (b"Z", b"X") else int(parent)


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
