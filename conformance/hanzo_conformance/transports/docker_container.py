"""The transport ``docker``: an adapter in a container, one container a channel.

The container has no network, no capability, no way to gain one, a root that cannot be written, a
/tmp in memory, and bounds on memory, processors and processes. When the harness goes away its
input ends, and so does the adapter.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import docker
import msgspec
from docker.errors import DockerException, NotFound
from docker.types import LogConfig, Mount, Ulimit

from hanzo_conformance.implementations.commands import expand
from hanzo_conformance.implementations.manifest import DockerTable, Implementation
from hanzo_conformance.transports.channel import Channel, End, Received, Sharing
from hanzo_conformance.transports.docker_abilities import information, is_rootless, refused
from hanzo_conformance.transports.docker_engine import (
    LOST,
    connect,
    engine,
    is_local,
    labels,
    lost,
)
from hanzo_conformance.transports.docker_stream import Stream
from hanzo_conformance.transports.docker_wire import Wire
from hanzo_conformance.transports.process import signal_name
from hanzo_conformance.transports.waiting import wait_for
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.values.mark import RUN_MARK
from hanzo_vectors.stage import WORKSPACE_FOLDER

READ_BYTES = 64 * 1024
# How long an engine may take to know that a container has ended whose output has.
ENDING_S = 2.0
WHO = "the container"


class DockerTransport:
    """Starts containers of one image; ``workspaces`` is a folder they see at its own path."""

    def __init__(
        self,
        item: Implementation,
        table: DockerTable,
        image: str,
        variables: Mapping[str, str],
        interrupted: Callable[[], bool],
        workspaces: Path | None = None,
    ) -> None:
        self._item = item
        self._table = table
        self._image = image
        self._variables = dict(variables)
        self._interrupted = interrupted
        self._workspaces = workspaces

    @property
    def sharing(self) -> Sharing:
        """The folder of workspaces, if there is one and it is the engine's too.

        Raises ``EngineError``.
        """
        ours = os.getuid() != 0
        if self._workspaces is None or not is_local(self._variables):
            return Sharing(files=False, loopback=False)
        if not ours and self._rootless:
            # Another user's engine: nobody to whom root could give files is one of its users.
            return Sharing(files=False, loopback=False)
        user, _, group = self._table.user.partition(":")
        owner = None if ours else (int(user), int(group or user))
        return Sharing(files=True, loopback=False, owner=owner)

    @cached_property
    def _rootless(self) -> bool:
        with engine(self._variables) as client:
            return is_rootless(information(client))

    def open(self) -> Channel:
        """Create, attach and start one; raises ``StartError``."""
        client = connect(self._variables)
        identity: str | None = None
        attached: Any = None
        try:
            identity = self._create(client)
            attached = client.api.attach_socket(identity, params=_STREAMS)
            client.api.start(identity)
        except (StartError, DockerException, *LOST) as problem:
            _close(attached)
            if identity is not None:
                _remove(client, identity)
            client.close()
            if isinstance(problem, StartError):
                raise
            raise refused(self._image, problem) from None
        return _DockerChannel(
            client,
            identity,
            attached,
            Stream(self._item.manifest.limits.line_bytes),
            self._table.memory_mb,
            self._interrupted,
        )

    def _create(self, client: docker.DockerClient) -> str:
        api, table = client.api, self._table
        place = None if self._workspaces is None else self._workspaces / WORKSPACE_FOLDER
        stated = self._item.manifest.environment
        environment = dict(
            zip(stated, expand(list(stated.values()), self._item, place, IN_IT), strict=True)
        )
        memory = table.memory_mb * 1024 * 1024
        mounts: list[Mount] = []
        user = table.user
        if self._workspaces is not None and self.sharing.files:
            # Unlike a bind, a mount of a folder that the engine does not have is an error.
            bound = str(self._workspaces)
            mounts.append(Mount(bound, bound, type="bind"))
            # Who may not give files away has the container work as himself.
            if os.getuid() != 0:
                # To a rootless engine, which is his, he is user 0, and nobody else can be he.
                user = "0:0" if self._rootless else f"{os.getuid()}:{os.getgid()}"
        made: dict[str, Any] = api.create_container(
            self._image,
            command=table.command or None,
            stdin_open=True,
            user=user,
            environment=environment,
            labels=labels(self._item, self._variables.get(RUN_MARK, "")),
            host_config=api.create_host_config(
                network_mode="none",
                read_only=True,
                cap_drop=["ALL"],
                security_opt=["no-new-privileges"],
                mem_limit=memory,
                # No swap on top: what is beyond the limit ends the container.
                memswap_limit=memory,
                nano_cpus=int(table.cpus * 1_000_000_000),
                pids_limit=table.pids,
                # The folder of the container, not of this machine.
                tmpfs={"/tmp": f"rw,nosuid,nodev,size={table.tmp_mb}m,mode=1777"},  # noqa: S108 - a place named, not made
                ulimits=[Ulimit(name="core", soft=0, hard=0)],
                # What it writes comes over the wire; the engine need not keep it.
                log_config=LogConfig(type="none"),
                mounts=mounts,
            ),
        )
        return str(made["Id"])


# The scratch folder of a container is its own, in memory.
IN_IT = Path("/tmp")  # noqa: S108 - a place named, not made
_STREAMS = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}


class _DockerChannel:
    def __init__(
        self,
        client: docker.DockerClient,
        identity: str,
        attached: Any,
        stream: Stream,
        memory_mb: int,
        interrupted: Callable[[], bool],
    ) -> None:
        self._client = client
        self._identity = identity
        self._attached = attached
        self._wire = Wire(attached)
        self._stream = stream
        self._memory_mb = memory_mb
        self._interrupted = interrupted
        self._outgoing = bytearray()
        self._finishing = self._shut = self._removed = False
        self._end: End | None = None

    def send(self, data: bytes) -> None:
        self._outgoing += data
        self._write()

    def finish(self) -> None:
        self._finishing = True
        self._write()

    def wait(self, timeout_s: float) -> Received:
        if self._end is not None:
            return Received([], self._end)
        return wait_for(self._look, timeout_s, self._interrupted)

    def _look(self, patience_s: float) -> Received | None:
        if not self._wire.ready(writing=bool(self._outgoing), timeout_s=patience_s):
            return None
        self._write()
        lines, over = self._read()
        self._end = self._stream.broken or (self._how_it_ended() if over else None)
        return Received(lines, self._end) if lines or self._end is not None else None

    def kill(self) -> None:
        if not self._removed:
            self._removed = True
            _close(self._attached)
            _remove(self._client, self._identity)
            self._client.close()
        self._end = self._end or End(died=True, detail="was removed", who=WHO)

    def stop(self, grace_s: float) -> None:
        with suppress(DockerException, *LOST):
            self._client.api.stop(self._identity, timeout=max(1, round(grace_s)))
        self.kill()

    def stderr(self) -> str:
        return self._stream.stderr.decode("utf-8", "replace")

    def _read(self) -> tuple[list[bytes], bool]:
        """What is there, and whether the output is over."""
        try:
            data = self._wire.read(READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return [], False
        except OSError:
            data = b""
        return (self._stream.feed(data), False) if data else ([], True)

    def _write(self) -> None:
        with suppress(BlockingIOError, InterruptedError):
            try:
                while self._outgoing:
                    count = self._wire.write(memoryview(self._outgoing)[:READ_BYTES])
                    del self._outgoing[:count]
                if self._finishing and not self._shut:
                    self._shut = True
                    self._wire.end_writing()
            except (BlockingIOError, InterruptedError):
                raise
            except OSError:
                # It reads no more. Whether that is a crash shows in how it ends.
                self._outgoing.clear()
                self._shut = True

    def _how_it_ended(self) -> End:
        """What the engine says of a container whose output is over; ``StartError`` if nothing."""
        deadline = time.monotonic() + ENDING_S
        while True:
            state = self._state()
            if state is None:
                return End(died=True, detail="was removed by somebody", who=WHO)
            if not state.get("Running"):
                end = how_it_ended(state, self._memory_mb)
                return msgspec.structs.replace(end, rest=self._stream.rest)
            if time.monotonic() > deadline:
                what = "it closed its standard output and went on running"
                return End(died=False, detail=what)
            time.sleep(0.02)

    def _state(self) -> dict[str, Any] | None:
        try:
            state: dict[str, Any] = self._client.api.inspect_container(self._identity)["State"]
        except NotFound:
            return None
        except (DockerException, *LOST) as problem:
            raise lost(problem) from None
        return state


def how_it_ended(state: Mapping[str, Any], memory_mb: int) -> End:
    """The end that an engine's account of a container means."""
    code = int(state.get("ExitCode", 0))
    if state.get("OOMKilled"):
        what = f"ran out of memory and was killed; memory_mb in [docker] allows {memory_mb} MB"
        return End(died=True, detail=what, who=WHO)
    if code > 128:
        return End(died=True, detail=f"was killed by {signal_name(code - 128)}", who=WHO)
    return End(died=True, detail=f"exited with status {code}", who=WHO, well=code == 0)


def _close(attached: Any) -> None:
    # From the outside in: the answer that was taken over holds the file around the socket.
    for part in (getattr(attached, "_response", None), attached, getattr(attached, "_sock", None)):
        if part is not None:
            with suppress(OSError, ValueError):
                part.close()


def _remove(client: docker.DockerClient, identity: str) -> None:
    # Podman's forced removal asks it to end and waits ten seconds; Docker's kills it.
    with suppress(DockerException, *LOST):
        client.api.kill(identity)
    # An engine that is gone has its containers' remains to itself; ``clean`` removes them.
    with suppress(DockerException, *LOST):
        client.api.remove_container(identity, force=True, v=True)
