"""Cases of containers: what is found of which, and which sign counts."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, result

HIP = "HIP-0301 §10 (container detection)"
POD = "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1.slice/cri-containerd-2\n"

CGROUPS: tuple[tuple[str, str, str, str | None, str], ...] = (
    ("kubepods-v1", "A pod, version 1", "12:pids:/kubepods/besteffort/pod0f/3e\n", "k8s",
     "SANDBOX-17"),
    ("kubepods-v2", "A pod of systemd's, version 2", POD, "k8s", "SANDBOX-17"),
    ("kubepods-alone", "The word is enough", "kubepods", "k8s", "SANDBOX-17"),
    ("kubepods-on-docker", "A pod on docker is a pod", "4:cpu:/docker/kubepods/pod1\n", "k8s",
     "SANDBOX-20"),
    ("kubepods-behind-docker", "On whichever line",
     "2:cpu:/docker/ab\n1:memory:/kubepods/besteffort/pod2\n", "k8s", "SANDBOX-20"),
    ("kubepods-behind-podman", "Behind podman, too", "1:a:/libpod-1\n0::/podman/kubepods\n", "k8s",
     "SANDBOX-20"),
    ("libpod", "A container of Podman", "0::/machine.slice/libpod-5f.scope/container\n", "podman",
     "SANDBOX-18"),
    ("libpod-rootless", "One without root",
     "0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-7c.scope\n", "podman",
     "SANDBOX-18"),
    ("podman", "Podman's own word", "0::/system.slice/podman-12.scope\n", "podman", "SANDBOX-18"),
    ("podman-service", "Podman under the name of docker",
     "0::/user.slice/podman-docker.service/x\n", "podman", "SANDBOX-20"),
    ("libpod-and-docker", "libpod before docker", "2:x:/docker/1\n1:y:/libpod_parent\n", "podman",
     "SANDBOX-20"),
    ("docker-v1", "A container of docker", "11:devices:/docker/9d2f\n10:cpu:/docker/9d2f\n",
     "docker", "SANDBOX-19"),
    ("docker-scope", "One of systemd's", "0::/system.slice/docker-9d2f.scope\n", "docker",
     "SANDBOX-19"),
    ("docker-in-the-middle", "The word counts anywhere", "1:x:/a/mydocker2/b", "docker",
     "SANDBOX-19 SANDBOX-20"),
    ("docker-on-the-last-line", "On the last of many lines", "0::/\n" * 40 + "1:x:/docker/1",
     "docker", "SANDBOX-19 SANDBOX-20"),
    ("upper-case", "Other cases are other words", "1:x:/Docker/KUBEPODS/Podman\n", None,
     "SANDBOX-20"),
    ("containerd", "containerd decides nothing", "0::/system.slice/containerd.service\n", None,
     "SANDBOX-21"),
    ("cri-containerd", "Nor does its container", "1:x:/cri-containerd-9d.scope\n", None,
     "SANDBOX-21"),
    ("lxc", "Nor lxc", "1:name=systemd:/lxc/web\n", None, "SANDBOX-21"),
    ("root", "Nor the root of version 2", "0::/\n", None, "SANDBOX-21"),
    ("session", "Nor a session", "0::/user.slice/user-1000.slice/session-2.scope\n", None,
     "SANDBOX-21"),
    ("empty", "Nor nothing", "", None, "SANDBOX-21"),
    ("parts-of-words", "Nor words that lack a letter",
     "1:x:/kubepod-/ubepods/libpo-/ibpod/podma-/odman/docke-/ocker\n", None,
     "SANDBOX-17 SANDBOX-18 SANDBOX-19"),
    ("kube-without-pods", "Nor half of a word", "0::/kube/pods/dock/er/lib/pod\n", None,
     "SANDBOX-21"),
)  # fmt: skip


def _case(
    slug: str,
    description: str,
    requirements: str,
    runtime: str | None,
    *,
    cgroup: str | None = None,
    dockerenv: bool = False,
    containerenv: bool = False,
    host: str | None = None,
) -> Case:
    asked = {
        "cgroup": cgroup, "dockerenv": dockerenv, "containerenv": containerenv,
        "kubernetes_service_host": host,
    }  # fmt: skip
    return Case(
        f"container-{slug}", description, requirements.split(), "detect", asked,
        flags=["cgroup-guess"] if cgroup is not None else [],
        expected=result({"runtime": runtime}), anchor=HIP,
    )  # fmt: skip


def cases() -> Iterator[Case]:
    """Every container."""
    for slug, description, cgroup, runtime, requirements in CGROUPS:
        yield _case(f"cgroup-{slug}", description, requirements, runtime, cgroup=cgroup)
    yield _case("none", "No sign of any", "SANDBOX-24 SANDBOX-21", None)
    yield _case("dockerenv", "/.dockerenv alone", "SANDBOX-22", "docker", dockerenv=True)
    yield _case("containerenv", "/run/.containerenv alone", "SANDBOX-23", "podman",
                containerenv=True)  # fmt: skip
    yield _case("host", "The variable alone", "SANDBOX-24", "k8s", host="10.0.0.1")
    yield _case("host-blank", "A blank is not nothing", "SANDBOX-24", "k8s", host=" ")
    yield _case("host-empty", "An empty variable is none", "SANDBOX-24", None, host="")
    yield _case("both-files", "/.dockerenv comes first", "SANDBOX-22", "docker", dockerenv=True,
                containerenv=True)  # fmt: skip
    yield _case("dockerenv-in-a-pod", "A file comes before the variable", "SANDBOX-22", "docker",
                dockerenv=True, host="10.0.0.1")  # fmt: skip
    yield _case("containerenv-in-a-pod", "The other one, too", "SANDBOX-23", "podman",
                containerenv=True, host="10.0.0.1")  # fmt: skip
    yield _case("cgroup-before-files", "The cgroup comes before the files", "SANDBOX-17", "k8s",
                cgroup=POD, dockerenv=True, containerenv=True)  # fmt: skip
    yield _case("cgroup-of-podman-before-dockerenv", "Whatever they say", "SANDBOX-18", "podman",
                cgroup="0::/libpod-1\n", dockerenv=True)  # fmt: skip
    yield _case("cgroup-of-docker-before-the-variable", "And before the variable", "SANDBOX-19",
                "docker", cgroup="0::/docker/1\n", containerenv=True, host="h")  # fmt: skip
    yield _case("cgroup-root-with-dockerenv", "A cgroup without a word leaves it to the files",
                "SANDBOX-21 SANDBOX-22", "docker", cgroup="0::/\n", dockerenv=True)  # fmt: skip
    yield _case("containerd-in-a-pod", "And to the variable", "SANDBOX-21 SANDBOX-24", "k8s",
                cgroup="0::/containerd\n", host="10.0.0.1")  # fmt: skip
