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
from docker.constants import DEFAULT_DOCKER_API_VERSION
from docker.errors import APIError, DockerException, TLSParameterError

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.values.errors import EngineError

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
    """A connection to the engine for as long as the block; raises ``EngineError``."""
    client = connect(variables, timeout_s)
    try:
        yield client
    finally:
        client.close()


def connect(variables: Mapping[str, str], timeout_s: float = API_S) -> docker.DockerClient:
    """A connection to the engine; raises ``EngineError`` where none answers."""
    where = variables.get("DOCKER_HOST") or USUAL
    if where.startswith("ssh:"):
        name = where.removeprefix("ssh://")
        raise EngineError(
            f"the engine at {where} is not driven over ssh: its client cannot end an input there",
            f"ssh -nNT -L /tmp/engine.sock:/var/run/docker.sock {name} &, "
            "then DOCKER_HOST=unix:///tmp/engine.sock",
        )
    try:
        _knock(where)
        client = _client(variables, timeout_s, DEFAULT_DOCKER_API_VERSION)
        try:
            spoken = str(client.version(api_version=False)["ApiVersion"])
        finally:
            client.close()
        client = _client(variables, timeout_s, spoken)
    except (DockerException, *LOST) as problem:
        raise EngineError(
            f"no container engine answers at {where}: {reason(problem)}",
            _advice(where, variables, problem),
        ) from None
    return client


def _client(variables: Mapping[str, str], timeout_s: float, version: str) -> docker.DockerClient:
    """A client that speaks this version of the API and has asked nothing yet."""
    made: docker.DockerClient = docker.from_env(
        environment=dict(variables), timeout=int(timeout_s), version=version
    )
    # The library below would put REQUESTS_CA_BUNDLE above DOCKER_CERT_PATH, and ask a proxy.
    made.api.trust_env = False
    return made


def _advice(where: str, variables: Mapping[str, str], problem: BaseException) -> str:
    """What to do about an engine that cannot be reached."""
    said = reason(problem).lower()
    secured = bool(variables.get("DOCKER_TLS_VERIFY") or variables.get("DOCKER_CERT_PATH"))
    # A user whose certificate is not trusted is often not told so: the engine just hangs up.
    hung_up = secured and any(word in said for word in HUNG_UP)
    of_tls = isinstance(problem, TLSParameterError) or any(word in said for word in OF_TLS)
    if of_tls or hung_up:
        return (
            "DOCKER_CERT_PATH must be a folder with ca.pem, whose authority has signed the "
            "engine's certificate for the name in DOCKER_HOST, and with cert.pem and key.pem, "
            "which the engine trusts; an engine without TLS wants neither that nor "
            "DOCKER_TLS_VERIFY"
        )
    if "http request to an https server" in said:
        return "it speaks TLS: set DOCKER_TLS_VERIFY=1, and DOCKER_CERT_PATH to its certificates"
    if where.startswith("unix:"):
        return (
            "start it, or name another one in DOCKER_HOST; a rootless one listens at "
            "unix://$XDG_RUNTIME_DIR/docker.sock or …/podman/podman.sock"
        )
    return "start it, or name another one in DOCKER_HOST"


# Words of OpenSSL, by which a connection fails whose certificates or whose two sides do not match.
OF_TLS = ("certificate", "ssl:", "[ssl", "tls", "unknown ca", ".pem")
HUNG_UP = ("reset by peer", "broken pipe", "aborted", "remote end closed", "eof")


def is_local(variables: Mapping[str, str]) -> bool:
    """Whether the engine is named as one of this machine, whose folders are its own."""
    return (variables.get("DOCKER_HOST") or USUAL).startswith("unix:")


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


def lost(problem: BaseException) -> EngineError:
    """The error for an engine that has answered before."""
    return EngineError(
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
    line about each. Raises ``EngineError``.
    """
    count = 0
    try:
        for container in client.containers.list(
            all=True, filters={"label": RUN}, ignore_removed=True
        ):
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
