"""The container engine: reaching it, what goes wrong with it, and the labels on what is made.

The engine is the one that ``DOCKER_HOST`` and its companions name, local or remote, rootless or
not; without them, the one on the usual socket.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import docker
import requests
import urllib3
from docker.errors import APIError, DockerException

from hanzo_conformance.values.errors import StartError
from hanzo_conformance.values.manifest import Implementation

# On everything that is made here: the run's mark, and which process of which machine made it.
RUN = "dev.hanzo.conformance.run"
HOST = "dev.hanzo.conformance.host"
PID = "dev.hanzo.conformance.pid"
IMPLEMENTATION = "dev.hanzo.conformance.implementation"

USUAL = "unix:///var/run/docker.sock"
# Longer than an engine on a busy machine takes to create a container.
API_S = 60.0
LOST = (requests.RequestException, urllib3.exceptions.HTTPError, OSError)


@contextmanager
def engine(variables: Mapping[str, str], timeout_s: float = API_S) -> Iterator[docker.DockerClient]:
    """A connection to the engine for as long as the block; raises ``StartError``."""
    client = connect(variables, timeout_s)
    try:
        yield client
    finally:
        client.close()


def connect(variables: Mapping[str, str], timeout_s: float = API_S) -> docker.DockerClient:
    """A connection to the engine; raises ``StartError`` where none answers."""
    where = variables.get("DOCKER_HOST") or USUAL
    try:
        _knock(where)
        client: docker.DockerClient = docker.from_env(
            environment=dict(variables), timeout=int(timeout_s)
        )
        client.ping()
    except (DockerException, *LOST) as problem:
        raise StartError(
            f"no container engine answers at {where}: {reason(problem)}",
            "start it, or name another one in DOCKER_HOST",
        ) from None
    return client


def _knock(where: str) -> None:
    """Raise ``OSError`` where nobody listens on a socket; the client would leave one open then."""
    scheme, _, path = where.partition("://")
    if scheme == "unix":
        with socket.socket(socket.AF_UNIX) as trial:
            trial.connect(path)


def reason(problem: BaseException) -> str:
    """What an error of the engine says, without what its client wraps around it."""
    if isinstance(problem, APIError):
        return str(problem.explanation or problem)
    inner: BaseException | None = problem
    while inner is not None:
        if isinstance(inner, OSError) and inner.strerror:
            return inner.strerror
        inner = inner.__cause__ or inner.__context__
    return str(problem)


def lost(problem: BaseException) -> StartError:
    """The error for an engine that has answered before."""
    return StartError(
        f"the container engine stopped answering: {reason(problem)}",
        "look at its log, and run again; hanzo-conformance clean removes what it left",
    )


def labels(item: Implementation, mark: str) -> dict[str, str]:
    """The labels of what is made for an implementation in a run."""
    return {
        RUN: mark,
        HOST: socket.gethostname(),
        PID: str(os.getpid()),
        IMPLEMENTATION: item.name,
    }


def remove_orphans(
    client: docker.DockerClient, *, everything: bool, told: Callable[[str], None]
) -> int:
    """Remove containers whose run is over; how many there were.

    A container of another machine's run is left, unless ``everything`` is to go. ``told`` gets a
    line about each. Raises ``StartError``.
    """
    count = 0
    try:
        for container in client.containers.list(all=True, filters={"label": RUN}):
            if everything or _orphan(container.labels):
                name = container.labels.get(IMPLEMENTATION, "")
                container.remove(force=True, v=True)
                told(f"removed container {container.short_id} of {name}")
                count += 1
    except (DockerException, *LOST) as problem:
        raise lost(problem) from None
    return count


def remove_images(client: docker.DockerClient, told: Callable[[str], None]) -> int:
    """Remove every image that was built from a recipe here; how many there were."""
    count = 0
    try:
        for image in client.images.list(filters={"label": RUN}):
            client.images.remove(str(image.id), force=True)
            told(f"removed image {image.tags[0] if image.tags else image.short_id}")
            count += 1
    except (DockerException, *LOST) as problem:
        raise lost(problem) from None
    return count


def _orphan(told: Mapping[str, str]) -> bool:
    if told.get(HOST) != socket.gethostname():
        return False
    try:
        os.kill(int(told.get(PID, "")), 0)
    except (ValueError, ProcessLookupError):
        return True
    except PermissionError:
        return False
    return False
