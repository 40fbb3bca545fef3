"""A small process that starts adapters for a run, holds them, and cleans up when the run is gone.

It is warm: a start is a fork of it and not a new interpreter. For each worker it makes a cell, with
a network of its own where there are namespaces; in a cell each start has processes and mounts of its
own. Whoever starts an adapter has a socket to its watch: when that closes the adapter is killed.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hanzo_confinement import syscalls as sys_
from hanzo_conformance.containment import attacks, confining, groups, landlock, namespaces, wire
from hanzo_conformance.containment.confining import Mechanism
from hanzo_conformance.containment.orphans import kill_marked
from hanzo_conformance.containment.watching import Watch, descendants
from hanzo_vectors.emptying import remove

Spec = dict[str, Any]


def serve(link: socket.socket, clean_up: Callable[[], None]) -> None:
    """Do what the harness asks until it is done; ``clean_up`` is called when it is gone instead."""
    if sys.platform == "linux":
        # What an adapter's watch could not end comes here.
        sys_.prctl(sys_.PR_SET_CHILD_SUBREAPER, 1)
    own: groups.Groups | None = None
    while True:
        try:
            message, descriptors = wire.receive(link)
        except (EOFError, OSError):
            break
        _bury()
        if "cell" in message:
            # The child runs it at once, before the loop binds anything anew.
            _fork(lambda: _cell(message["cell"], socket.socket(fileno=descriptors[0]), own), link)  # noqa: B023 - the fork runs it before the loop goes on
            wire.close_all(descriptors)
        elif "groups" in message:
            own, why = _groups()
            wire.send(link, {"why": why})
        elif "probe" in message:
            wire.send(link, _probe(message["probe"], message["folder"]))
        elif "done" in message:
            _end(own)
            wire.send(link, {})
            return
        else:
            wire.send(link, {})
    _end(own)
    clean_up()


def _groups() -> tuple[groups.Groups | None, str | None]:
    """A control group for all that is started, or why there is none."""
    try:
        return groups.found(), None
    except OSError as problem:
        return None, problem.strerror or str(problem)


def _end(own: groups.Groups | None) -> None:
    _end_descendants()
    if own is not None:
        own.remove()


def _fork(work: Callable[[], object], *closed: socket.socket) -> int:
    """Have a piece of work done by a child, which then ends."""
    pid = os.fork()
    if pid == 0:
        try:
            for item in closed:
                item.close()
            work()
        except BaseException:  # noqa: BLE001 - nothing of it may go on as the parent
            # Who waits for an answer sees that nobody is there any more.
            os._exit(1)
        os._exit(0)
    return pid


def _cell(spec: Spec, link: socket.socket, own: groups.Groups | None = None) -> None:
    """A place for one worker's adapters; says first whether it could be made."""
    try:
        spec = _made(spec)
    except OSError as problem:
        wire.send(link, {"problem": str(problem)})
        return
    wire.send(link, {})
    while True:
        try:
            message, descriptors = wire.receive(link)
        except (EOFError, OSError):
            return
        _bury()
        if "start" in message:
            start = message["start"]
            # The child runs it at once, before the loop binds anything anew.
            _fork(lambda: _start(spec, start, descriptors, link, own))  # noqa: B023 - the fork runs it before the loop goes on
            wire.close_all(descriptors)
        elif "listen" in message:
            with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
                wire.send(link, {}, [listener.fileno()])


def _made(spec: Spec) -> Spec:
    if spec["mechanism"] == Mechanism.NAMESPACES:
        # Another network has other sockets: whose they are is seen from here alone.
        spec = {**spec, "sockets": namespaces.socket_table()}
        namespaces.leave()
    elif spec["mechanism"] == Mechanism.LANDLOCK:
        spec = {**spec, "readable": [*landlock.beside(spec["hidden"]), *spec["readable"]]}
    return spec


def _start(
    spec: Spec,
    start: dict[str, Any],
    descriptors: list[int],
    link: socket.socket,
    own: groups.Groups | None,
) -> None:
    """One adapter: its watch, and the adapter as a child of that."""
    link.close()
    control = socket.socket(fileno=descriptors.pop())
    group: groups.Group | None = None
    try:
        if own is not None:
            # Before its folders are out of reach.
            group = own.make(*confining.fences(start))
        if spec["mechanism"] == Mechanism.NAMESPACES:
            namespaces.furnish(
                spec["hidden"],
                spec["readable"],
                [*spec["writable"], *start["writable"]],
                # As there are now: one may have been made since the cell was.
                namespaces.named_sockets(spec["sockets"]),
            )
            sys_.unshare(sys_.CLONE_NEWPID)
            _fork(lambda: _watch(spec, {**start, "own_users": True}, descriptors, control, group))
            return
        _watch(spec, start, descriptors, control, group)
    except OSError as problem:
        if group is not None:
            group.remove()
        wire.send(control, {"failed": f"it could not be contained: {problem}"})


def _watch(
    spec: Spec,
    start: dict[str, Any],
    descriptors: list[int],
    control: socket.socket,
    group: groups.Group | None,
) -> None:
    first = spec["mechanism"] == Mechanism.NAMESPACES
    if first:
        namespaces.show_processes()
    elif sys.platform == "linux":
        sys_.prctl(sys_.PR_SET_CHILD_SUBREAPER, 1)
    said, saying = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            control.close()
            if group is not None:
                group.join()
            _become(spec, start, descriptors)
        except BaseException as problem:  # noqa: BLE001 - whatever it is, this is no adapter
            text = problem.strerror if isinstance(problem, OSError) else str(problem)
            with suppress(OSError):
                os.write(saying, (text or repr(problem)).encode())
        os._exit(127)
    wire.close_all([*descriptors, saying])
    if first:
        # Nobody reads or stops the one on whom all depends.
        sys_.prctl(sys_.PR_SET_DUMPABLE, 0)
    why = b"".join(iter(lambda: os.read(said, 4096), b"")).decode()
    os.close(said)
    wire.send(control, {"failed": why} if why else {"pid": child})
    Watch(control, child, start, group, first=first).to_the_end()
    if group is not None:
        # Nobody has to wait for that.
        control.close()
        group.remove()


def _become(spec: Spec, start: dict[str, Any], descriptors: list[int]) -> None:
    confining.begin(descriptors, start["folder"])
    confining.limit(start)
    confining.confine(spec, start)
    if "attack" in start:
        # As a program that is executed: whoever waits hears that it has begun.
        os.closerange(3, 1024)
        told = attacks.attack(start["attack"], start["folder"], lambda: os.read(0, 1))
        with os.fdopen(1, "wb") as output:
            output.write(json.dumps(told).encode())
        os._exit(0)
    command = start["command"]
    os.execvpe(command[0], command, start["environment"])  # noqa: S606 - that is what this is for


def _probe(spec: Spec, folder: str) -> dict[str, Any]:
    """What holds under a mechanism, seen by attacking it; or why it cannot be had.

    ``folder`` is one of the harness' own, outside of what an adapter may write.
    """
    home = next((path for path in spec["hidden"] if Path(path).is_dir()), None)
    hidden = None if home is None else attacks.something_in(home, [*spec["readable"], folder])
    try:
        target = attacks.Target(Path(folder), hidden)
    except OSError as problem:
        return {"problem": f"nothing could be made to attack: {problem}"}
    inside = tempfile.mkdtemp(prefix="p-", dir=folder)
    try:
        told = _attacked(spec, target, inside)
        if "problem" in told:
            return told
        if not told["fits"]:
            return {"problem": "what an adapter needs does not work in it"}
        return {"outcome": target.outcome(told)}
    finally:
        target.close()


def _attacked(spec: Spec, target: attacks.Target, inside: str) -> dict[str, Any]:
    """Start the attacker as any adapter is, and hear what it says."""
    ours, theirs = socket.socketpair()
    with ours:
        _fork(lambda: _cell(spec, theirs), ours)
        theirs.close()
        answer, _ = wire.receive(ours)
        if "problem" in answer:
            return {"problem": str(answer["problem"])}
        # Made after the fork, so that nobody else holds the end that is written to.
        control, watch = socket.socketpair()
        reading, writing = os.pipe()
        heard, telling = os.pipe()
        nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        start = {"folder": inside, "writable": [inside], "attack": target.plan}
        wire.send(ours, {"start": start}, [heard, writing, nothing, watch.fileno()])
        watch.close()
        wire.close_all([heard, nothing, writing])
        try:
            with control, os.fdopen(reading, "rb") as said, os.fdopen(telling, "wb"):
                answer, _ = wire.receive(control)
                if "failed" in answer:
                    return {"problem": str(answer["failed"])}
                target.listen_late()
                os.write(telling, b"!")
                told: dict[str, Any] = json.loads(said.read() or b"{}")
                wire.receive(control)
        except (EOFError, ValueError):
            return {"problem": "the attacker did not come back"}
    return told or {"problem": "the attacker did not come back"}


def _bury() -> None:
    """Forget children that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _end_descendants() -> None:
    """Kill whoever is left; each watch does so by itself when the run is gone."""
    while True:
        _bury()
        left = list(descendants(os.getpid()))
        if not left:
            return
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def main(number: int, mark: str, folder: str) -> None:
    """Serve the harness at this descriptor; ``folder`` is removed when the harness is gone."""
    os.set_inheritable(number, False)
    # What a fork would copy only because the collector had touched it.
    gc.freeze()
    gc.disable()

    def clean_up() -> None:
        kill_marked(mark)
        with suppress(OSError):
            remove(Path(folder))

    serve(socket.socket(fileno=number), clean_up)
