"""The few Linux calls that Python's standard library does not offer. Each raises OSError."""

import ctypes
import os

CLONE_NEWNS = 0x0002_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
CLONE_NEWNET = 0x4000_0000
MS_REC = 0x4000
MS_SLAVE = 0x8_0000
_PR_SET_PDEATHSIG = 1
_PR_CAPBSET_READ = 23
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_CAPABILITY_VERSION_3 = 0x2008_0522

_libc = ctypes.CDLL(None, use_errno=True)


def unshare(flags: int) -> None:
    """Leave the namespaces of these kinds for new ones."""
    _checked("unshare", _libc.unshare(ctypes.c_int(flags)))


def setns(fd: int, kind: int) -> None:
    """Enter the namespace that the descriptor stands for."""
    _checked("setns", _libc.setns(ctypes.c_int(fd), ctypes.c_int(kind)))


def mount(source: str, target: str, kind: str, flags: int) -> None:
    """Mount a file system that takes no data."""
    texts = (source.encode(), target.encode(), kind.encode())
    _checked("mount", _libc.mount(*texts, ctypes.c_ulong(flags), None))


def become_subreaper() -> None:
    """From now on the orphans among this process's descendants become its children."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(signal_number: int) -> None:
    """The kernel sends this process the signal when its parent ends, however it ends."""
    _prctl(_PR_SET_PDEATHSIG, signal_number)


def permitted_capabilities() -> int:
    """Those that this process has or may take up, as a bit set."""
    sets = _capability_sets()
    return sets[1] | sets[4] << 32


def limit_capabilities(kept: int) -> None:
    """Give up all others, for this process and what it forks."""
    sets = _capability_sets()
    for word in range(6):
        sets[word] &= kept >> 32 * (word // 3) & 0xFFFF_FFFF
    _checked("capset", _libc.capset(_capability_header(), sets))


def limit_bounding_set(kept: int) -> None:
    """Let no program that is started from here on gain others: root gains all that are in it."""
    number = 0
    # Until the kernel knows no capability of that number.
    while (held := _libc.prctl(_PR_CAPBSET_READ, ctypes.c_ulong(number), 0, 0, 0)) >= 0:
        if held and not kept >> number & 1:
            _prctl(_PR_CAPBSET_DROP, number)
        number += 1


def _capability_header() -> ctypes.Array[ctypes.c_uint32]:
    return (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)


def _capability_sets() -> ctypes.Array[ctypes.c_uint32]:
    """Effective, permitted, inheritable: the lower halves, then the upper ones."""
    sets = (ctypes.c_uint32 * 6)()
    _checked("capget", _libc.capget(_capability_header(), sets))
    return sets


def _prctl(option: int, value: int) -> None:
    zero = ctypes.c_ulong(0)
    _checked("prctl", _libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero))


def _checked(call: str, result: int) -> None:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{call}: {os.strerror(number)}")
