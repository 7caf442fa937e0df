"""A greeting, then one request in, one frame out."""

import os
import sys
from typing import NoReturn

from .channel import ReplyChannel, encode
from .request import Greeting, read_greeting
from .serve import serve
from .supervisor import supervise


def main() -> NoReturn:
    """Serve the one request of this process; never returns."""
    greeting = read_greeting()
    channel = ReplyChannel.take(greeting.secret)
    if sys.platform == "linux":
        _run_on_linux(greeting, channel)
    if greeting.isolate == "net":
        _refuse(channel, "ENOSYS")
    supervise(lambda: serve(channel, {}), channel, namespaced=False)


def _run_on_linux(greeting: Greeting, channel: ReplyChannel) -> NoReturn:
    from .libc import permitted_capabilities
    from .namespaces import (
        NamespacesUnavailable,
        enter_processes,
        enter_processes_and_network,
        give_up_gained_capabilities,
        namespace_ids,
        user_namespace,
    )

    old_network = -1
    rights, users = permitted_capabilities(), user_namespace()
    namespaced = greeting.isolate != "none"
    try:
        if greeting.isolate == "net":
            old_network = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
            enter_processes_and_network()
        elif namespaced:
            enter_processes()
    except NamespacesUnavailable as error:
        if greeting.isolate == "net":
            _refuse(channel, error.reason)
        namespaced = False

    def work() -> NoReturn:
        if user_namespace() != users:
            give_up_gained_capabilities(rights)
        measured: dict[str, object] = {**namespace_ids()}
        if greeting.isolate == "net":
            from .network_proof import prove_empty_network

            measured["network_probes"] = prove_empty_network(old_network, greeting.canary_port)
            os.close(old_network)
        serve(channel, measured, is_bare=greeting.isolate == "net")

    supervise(work, channel, namespaced=namespaced)


def _refuse(channel: ReplyChannel, reason: str) -> NoReturn:
    channel.finish(encode({"op": "ready", "ok": False, "reason": reason}))
