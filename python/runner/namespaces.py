"""Namespaces for one call: how they are entered, and whether this system lets us.

The process that enters stays outside of the PID namespace; what it forks afterwards is inside.
"""

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path

from . import libc

_EVERYTHING_BELOW = libc.MS_REC | libc.MS_SLAVE


class NamespacesUnavailable(Exception):
    """The system does not give the namespaces that were asked for."""

    def __init__(self, number: int) -> None:
        """Keep the name of the error, such as EPERM."""
        self.reason = errno.errorcode.get(number, "EIO")
        super().__init__(self.reason)


def enter_processes() -> None:
    """Enter a PID namespace; a privileged user needs no user namespace for it.

    Raises NamespacesUnavailable, and then this process is as it was.
    """
    try:
        libc.unshare(libc.CLONE_NEWPID)
    except OSError:
        _enter_mapped(libc.CLONE_NEWPID)


def enter_processes_and_network() -> None:
    """Enter a PID namespace and an empty network namespace.

    The user namespace around them owns the network: nobody inside may go back to the old one, root
    neither. Raises NamespacesUnavailable, and then this process is as it was.
    """
    _enter_mapped(libc.CLONE_NEWPID | libc.CLONE_NEWNET)


def namespace_ids() -> dict[str, str]:
    """Where this process is, in the kernel's own words; they are the same inside and outside.

    Empty where there is no /proc to ask: then nobody can say.
    """
    with contextlib.suppress(OSError):
        return {
            "pid_namespace": str(Path("/proc/self/ns/pid").readlink()),
            "network_namespace": str(Path("/proc/self/ns/net").readlink()),
        }
    return {}


def user_namespace() -> str:
    """Which one this process is in; empty where nobody can say."""
    with contextlib.suppress(OSError):
        return str(Path("/proc/self/ns/user").readlink())
    return ""


def give_up_gained_capabilities(before: int) -> None:
    """A user namespace of its own gives anyone capabilities; tools are to have the user's rights.

    Those over the user's own files would let it write what is read-only. `before` is what this
    process had outside; root, who may have been given few of them, keeps just these, and regains
    none by starting a program.
    """
    if os.geteuid() == 0:
        libc.limit_bounding_set(before)
    libc.limit_capabilities(before)


def show_own_processes() -> None:
    """Mount a /proc that shows the new PID namespace; for its first process.

    Where the system forbids that (containers that mask parts of /proc), /proc shows the ids of
    outside, and the call runs all the same.
    """
    with contextlib.suppress(OSError):
        libc.unshare(libc.CLONE_NEWNS)
        libc.mount("none", "/", "none", _EVERYTHING_BELOW)
        libc.mount("proc", "/proc", "proc", 0)


def _enter_mapped(flags: int) -> None:
    """Enter a user namespace as well, in which every id keeps its number.

    Rehearsed in a child first: a process that is in a user namespace cannot leave it, and one whose
    ids could not be mapped is nobody.
    """
    number = _in_child(lambda: _rehearse(flags))
    if number != 0:
        raise NamespacesUnavailable(number)
    _unshare_mapped(flags)


def _rehearse(flags: int) -> None:
    _unshare_mapped(flags)
    number = _in_child(lambda: None)
    if number != 0:
        raise OSError(number, "fork")


def _unshare_mapped(flags: int) -> None:
    """Raises OSError. A helper writes the maps: only from outside may root map more than itself."""
    subject = os.getpid()
    maps = {name: _identity(name) for name in ("uid_map", "gid_map")}
    waiting, entered = os.pipe()

    def write_maps() -> None:
        os.close(entered)
        if os.read(waiting, 1):
            _write_maps(Path(f"/proc/{subject}"), maps)

    def enter() -> None:
        libc.unshare(flags | libc.CLONE_NEWUSER)
        os.write(entered, b"x")

    helper = _fork(write_maps)
    os.close(waiting)
    try:
        enter()
    finally:
        os.close(entered)
        number = _exit_code(helper)
    if number != 0:
        raise OSError(number, "id maps")


def _identity(name: str) -> str:
    """Root keeps all ids that it has; others may map only their own."""
    if os.geteuid() != 0:
        own = os.getegid() if name == "gid_map" else os.geteuid()
        return f"{own} {own} 1\n"
    lines = (line.split() for line in Path(f"/proc/self/{name}").read_text().splitlines())
    return "".join(f"{inside} {inside} {count}\n" for inside, _, count in lines)


def _write_maps(folder: Path, maps: dict[str, str]) -> None:
    if os.geteuid() != 0:  # the condition under which a user may map a group
        (folder / "setgroups").write_text("deny")
    for name, text in maps.items():
        (folder / name).write_text(text)


def _in_child(action: Callable[[], None]) -> int:
    return _exit_code(_fork(action))


def _fork(action: Callable[[], None]) -> int:
    """A child that does one thing and ends with 0 or the number of the error."""
    child = os.fork()
    if child == 0:
        try:
            action()
            os._exit(0)
        except OSError as error:
            os._exit(error.errno or errno.EIO)
        finally:
            os._exit(errno.EIO)
    return child


def _exit_code(child: int) -> int:
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
