"""The process that Node started. It runs no user code: it holds together what does, and ends it.

supervisor ── runner                                  without namespaces
supervisor ── first process of the namespace ── runner          with them
"""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

from .channel import ReplyChannel, empty_stdin
from .lifeline import take_lifeline
from .process_tree import end_descendants, exit_code, reap

_ON_LINUX = sys.platform == "linux"
# What the other side waits before it looks for survivors itself is longer.
_END_SECONDS = 0.25
_IGNORED = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def supervise(work: Callable[[], NoReturn], channel: ReplyChannel, *, namespaced: bool) -> NoReturn:
    """Do the work in a process below this one, which alone keeps request and reply.

    Ends when the work does, with its exit code, or when the lifeline ends. With it ends whatever
    the work has started.
    """
    lifeline = take_lifeline()
    if _ON_LINUX:
        from .libc import become_subreaper

        become_subreaper()
    supervisor = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(lifeline)
        if namespaced:
            _be_first_process(work, channel)
        _be_runner(work, supervisor)
    _let_go(channel)
    code = _watch(child, lifeline)
    _end(child, namespaced=namespaced)
    os._exit(code)


def _watch(child: int, lifeline: int) -> int:
    """The child's exit code; 1 when the lifeline ended first."""
    for number in _IGNORED:
        signal.signal(number, signal.SIG_IGN)
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ended = reap()  # first: the child may have ended before its signal was asked for
        if child in ended:
            return ended[child]
        ready, _, _ = select.select([lifeline, wake_read], [], [])
        if lifeline in ready:
            return 1
        os.read(wake_read, 4096)


def _end(child: int, *, namespaced: bool) -> None:
    """With its first process the kernel ends a whole PID namespace before that can be collected."""
    if namespaced:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)
    elif _ON_LINUX:
        end_descendants(_END_SECONDS)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)


def _be_first_process(work: Callable[[], NoReturn], channel: ReplyChannel) -> NoReturn:
    """Collect orphans until the runner ends. Nothing inside the namespace can signal this process.

    The runner is a process below it, so that signals have their usual effect on tools.
    """
    from .libc import die_with_parent
    from .namespaces import show_own_processes

    usual = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a handler would let it through
    die_with_parent(signal.SIGKILL)
    show_own_processes()
    runner = os.fork()
    if runner == 0:
        signal.signal(signal.SIGINT, usual)
        _be_runner(work, 1)
    _let_go(channel)
    while True:
        pid, status = os.wait()
        if pid == runner:
            os._exit(exit_code(status))


def _be_runner(work: Callable[[], NoReturn], parent: int) -> NoReturn:
    """A session of its own: a tool that signals its group does not reach the supervisor."""
    os.setsid()
    if _ON_LINUX:
        from .libc import die_with_parent

        die_with_parent(signal.SIGKILL)
        if os.getppid() != parent:  # it ended before the kernel was asked
            os._exit(1)
    work()


def _let_go(channel: ReplyChannel) -> None:
    """Of request and reply; stderr stays, for what goes wrong here."""
    channel.close()
    empty_stdin()
