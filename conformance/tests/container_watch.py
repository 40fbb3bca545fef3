"""Containers that a test has made: which are there, which run, and that none is left."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from container_world import UNHURRIED

if TYPE_CHECKING:
    import docker

SHORT = msgspec.structs.replace(UNHURRIED, timeout_s=1.0)


@pytest.fixture(autouse=True)
def nothing_left(engine: docker.DockerClient) -> Iterator[None]:
    """No test leaves a container behind."""
    yield
    assert remains(engine) == []


def remains(engine: docker.DockerClient) -> list[Any]:
    """The containers that this process made and that are still there."""
    from hanzo_conformance.transports.docker_engine import PID

    chosen: dict[str, Any] = {"label": f"{PID}={os.getpid()}"}
    return list(engine.containers.list(all=True, filters=chosen, ignore_removed=True))


def running(engine: docker.DockerClient) -> list[Any]:
    deadline = time.monotonic() + 60
    while not (found := [item for item in remains(engine) if item.status == "running"]):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    # The request has to be on its way too.
    time.sleep(1)
    return found


def meanwhile(what: Callable[[], Any], act: Callable[[], object]) -> Any:
    """What ``what`` gives, while ``act`` is done beside it."""
    thread = threading.Thread(target=act)
    thread.start()
    try:
        return what()
    finally:
        thread.join()
