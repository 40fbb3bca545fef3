"""A container engine for tests, an image of the fake adapter, and a wire to cut."""

from __future__ import annotations

import importlib.util
import io
import os
import select
import socket
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from fake_world import FAKES, QUICK

from hanzo_conformance.implementations.manifest import DockerTable, Implementation, Limits, Manifest
from hanzo_conformance.values.errors import STATED_ERRORS

if TYPE_CHECKING:
    import docker

IMAGE = "hanzo-conformance-fake:test"
BASE = os.environ.get("HANZO_CONFORMANCE_PYTHON_BASE", "docker.io/library/python:3.13-slim")
# A container is slower to start than a process, on a busy machine much slower.
UNHURRIED = msgspec.structs.replace(QUICK, timeout_s=5.0, start_s=60.0, grace_s=5.0)


@pytest.fixture(scope="session")
def engine() -> Iterator[docker.DockerClient]:
    """The engine; its tests are skipped where none answers."""
    if importlib.util.find_spec("docker") is None:
        pytest.skip("the Python package docker is not installed")
    from hanzo_conformance.transports.docker_engine import connect

    try:
        client = connect(os.environ)
    except STATED_ERRORS as problem:
        pytest.skip(str(problem))
    yield client
    client.close()


@pytest.fixture(scope="session")
def image(engine: docker.DockerClient) -> str:
    """The fake adapter as an image."""
    from docker.errors import DockerException, ImageNotFound

    try:
        engine.images.get(BASE)
    except ImageNotFound:
        try:
            engine.images.pull(BASE)
        except DockerException as problem:
            pytest.skip(f"there is no base {BASE} for the image of the fake: {problem}")
    buffer = io.BytesIO()
    recipe = (
        f'FROM {BASE}\nWORKDIR /app\nCOPY *.py ./\nENTRYPOINT ["python3", "/app/confined.py"]\n'
    )
    with tarfile.open(fileobj=buffer, mode="w") as context:
        for name in ("adapter.py", "confined.py"):
            context.add(FAKES / name, name)
        entry = tarfile.TarInfo("Dockerfile")
        entry.size = len(recipe)
        context.addfile(entry, io.BytesIO(recipe.encode()))
    buffer.seek(0)
    engine.images.build(fileobj=buffer, custom_context=True, tag=IMAGE, rm=True, forcerm=True)
    return IMAGE


def notices_of(engine: docker.DockerClient) -> list[str]:
    """What a run on this engine notices by itself: the bounds that do not hold."""
    from hanzo_conformance.transports.docker_abilities import information, unbounded

    told = unbounded(information(engine))
    return [] if told is None else [told]


@pytest.fixture
def bounded(engine: docker.DockerClient) -> None:
    """Skips where the engine does not hold containers to what they may have."""
    for told in notices_of(engine):
        pytest.skip(told)


def contained(
    fault: str, limits: Limits = UNHURRIED, image: str = IMAGE, **table: object
) -> Implementation:
    """The fake adapter with one fault, in a container."""
    docker_table = msgspec.convert({"image": image, "command": [fault], **table}, DockerTable)
    manifest = Manifest(name="fake", language="x", limits=limits, docker=docker_table)
    return Implementation(manifest, Path.cwd())


@contextmanager
def wire(target: str) -> Iterator[tuple[str, threading.Event]]:
    """An address on loopback that leads to the socket of an engine, until the event is set."""
    cut = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_carry, args=(listener, target, cut))
        thread.start()
        try:
            yield f"tcp://127.0.0.1:{listener.getsockname()[1]}", cut
        finally:
            cut.set()
            thread.join()


def _carry(listener: socket.socket, target: str, cut: threading.Event) -> None:
    ends: dict[socket.socket, socket.socket] = {}
    opened: list[socket.socket] = []
    while not cut.is_set():
        ready, _, _ = select.select([listener, *ends], [], [], 0.02)
        for near in ready:
            if near is listener:
                here, _ = listener.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(target)
                opened += [here, there]
                ends |= {here: there, there: here}
                continue
            data = b""
            with suppress(OSError):
                data = near.recv(1 << 16)
            if data:
                # Who has left does not hear it.
                with suppress(OSError):
                    ends[near].sendall(data)
                continue
            # One direction is over; the other may go on.
            other = ends.pop(near)
            with suppress(OSError):
                other.shutdown(socket.SHUT_WR)
    for end in (listener, *opened):
        end.close()
