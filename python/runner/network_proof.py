"""Shows, before user code runs, that there is no network: each way out is tried and is refused."""

import errno
import fcntl
import os
import socket
import struct
from collections.abc import Callable
from pathlib import Path

from . import libc

_SIOCGIFFLAGS = 0x8913
_IFF_UP = 1
# struct ifreq: a name, then a union of which only the flags are read.
_INTERFACE_FLAGS = "16sh22x"
_HERE = "127.0.0.1"
# Reserved for documentation (RFC 5737, RFC 3849): nobody is there, should a way out exist.
_NOWHERE_4 = "192.0.2.1"
_NOWHERE_6 = "2001:db8::1"
_DNS = 53
_HTTPS = 443
_ATTEMPT_SECONDS = 0.2


def prove_empty_network(old_network: int, canary_port: int) -> dict[str, str]:
    """What became of each attempt: the name of an error, or `ok`. Judged by the other side.

    `old_network` is a descriptor of the network namespace that this process came from.
    """
    if Path("/proc/self/ns/net").stat().st_ino == os.fstat(old_network).st_ino:
        return {}  # nothing is sent into a network that is the user's own
    return {
        # Kernels with tunnels give each network some of them: without an address, and down.
        "interfaces": " ".join(_interfaces()),
        "interfaces_up": " ".join(filter(_is_up, _interfaces())),
        "tcp_canary": _attempt(lambda: _connect(socket.AF_INET, _HERE, canary_port)),
        "tcp_ipv4": _attempt(lambda: _connect(socket.AF_INET, _NOWHERE_4, _HTTPS)),
        "tcp_ipv6": _attempt(lambda: _connect(socket.AF_INET6, _NOWHERE_6, _HTTPS)),
        "udp_canary": _attempt(lambda: _send(socket.AF_INET, _HERE, canary_port)),
        "udp_ipv4": _attempt(lambda: _send(socket.AF_INET, _NOWHERE_4, _HTTPS)),
        "udp_ipv6": _attempt(lambda: _send(socket.AF_INET6, _NOWHERE_6, _HTTPS)),
        "dns": _attempt(lambda: _send(socket.AF_INET, _NOWHERE_4, _DNS)),
        "return": _attempt(lambda: libc.setns(old_network, libc.CLONE_NEWNET)),
    }


def _interfaces() -> list[str]:
    return sorted(name for _, name in socket.if_nameindex())


def _is_up(interface: str) -> bool:
    """Not even `lo` is to be: through it a tool would reach what listens on this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as inquirer:
        request = struct.pack(_INTERFACE_FLAGS, interface.encode(), 0)
        _, flags = struct.unpack(_INTERFACE_FLAGS, fcntl.ioctl(inquirer, _SIOCGIFFLAGS, request))
    return bool(flags & _IFF_UP)


def _connect(family: socket.AddressFamily, host: str, port: int) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as stream:
        stream.settimeout(_ATTEMPT_SECONDS)
        stream.connect((host, port))


def _send(family: socket.AddressFamily, host: str, port: int) -> None:
    with socket.socket(family, socket.SOCK_DGRAM) as datagrams:
        datagrams.sendto(b"x", (host, port))


def _attempt(action: Callable[[], None]) -> str:
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "ETIMEDOUT")
    return "ok"
