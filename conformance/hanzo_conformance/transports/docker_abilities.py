"""What a container engine cannot do of what is asked of it, read from what it says.

A rootless engine bounds containers only where the system has handed the bounds to its user. Docker
then drops them in silence, and so does Podman; Podman does not say so in its answer either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import docker
from docker.errors import APIError, DockerException, NotFound

from hanzo_conformance.transports.docker_engine import LOST, lost, reason
from hanzo_conformance.values.errors import StartError

# Docker Engine API, SystemInfo: the member that says whether a bound holds, and whose bound it is.
BOUNDS = {"MemoryLimit": "memory_mb", "PidsLimit": "pids", "CpuCfsQuota": "cpus"}
ROOTLESS = "name=rootless"


def information(client: docker.DockerClient) -> Mapping[str, Any]:
    """What the engine says of itself; raises ``StartError``."""
    try:
        told: Mapping[str, Any] = client.info()
    except (DockerException, *LOST) as problem:
        raise lost(problem) from None
    return told


def is_rootless(told: Mapping[str, Any]) -> bool:
    """Whether the engine is a user's own: user 0 of its containers is that user."""
    return bool(told.get("Rootless")) or ROOTLESS in (told.get("SecurityOptions") or ())


def unbounded(told: Mapping[str, Any]) -> str | None:
    """A sentence about the bounds that do not hold for containers of this engine, if there are."""
    # Podman tells of its machine, not of its user, who cannot be given bounds in version 1.
    none = bool(told.get("Rootless")) and str(told.get("CgroupVersion")) == "1"
    names = [name for member, name in BOUNDS.items() if none or told.get(member) is False]
    if not names:
        return None
    return (
        f"the container engine does not hold its containers to {', '.join(names)} of [docker]; "
        "a rootless one does where cgroup version 2 is in use and delegated to its user"
    )


def refused(image: str, problem: Exception) -> StartError:
    """What an engine means that does not start a container of this image."""
    if isinstance(problem, NotFound) and "image" in reason(problem).lower():
        return StartError(f"there is no image {image} on the engine", f"docker pull {image}")
    if isinstance(problem, APIError) and "bind source path" in reason(problem):
        return StartError(
            f"the engine does not have the folder of workspaces: {reason(problem)}",
            "it is on another machine: run there, or without vectors that have a workspace",
        )
    if isinstance(problem, APIError) and "cgroup" in reason(problem).lower():
        return StartError(
            f"the engine cannot bound a container: {reason(problem)}",
            "a rootless engine needs cgroup version 2, with the controllers cpu, memory and "
            "pids delegated to its user",
        )
    if isinstance(problem, APIError):
        return StartError(
            f"the image {image} cannot be started: {reason(problem)}",
            "its entry point must be the adapter, or [docker] must have a command",
        )
    return lost(problem)
