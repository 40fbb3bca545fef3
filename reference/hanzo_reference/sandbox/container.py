"""Which container runs a process, by what containers leave behind."""

from __future__ import annotations

from typing import Literal

Runtime = Literal["docker", "podman", "k8s"]

# In the order in which they are looked for: runtimes stand in the groups of those that they use.
CGROUP_WORDS: tuple[tuple[str, Runtime], ...] = (
    ("kubepods", "k8s"),
    ("libpod", "podman"),
    ("podman", "podman"),
    ("docker", "docker"),
)


def detect(
    cgroup: str | None,
    kubernetes_service_host: str | None,
    *,
    dockerenv: bool,
    containerenv: bool,
) -> Runtime | None:
    """The container of the process that sees this, by the first sign of one.

    ``cgroup`` is the text of /proc/1/cgroup. Spec: SANDBOX-17 to SANDBOX-24.
    """
    for word, runtime in CGROUP_WORDS:
        if cgroup is not None and word in cgroup:
            return runtime
    if dockerenv:
        return "docker"
    if containerenv:
        return "podman"
    return "k8s" if kubernetes_service_host else None
