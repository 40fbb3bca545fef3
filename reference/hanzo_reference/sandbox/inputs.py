"""Inputs for fuzzing the sandbox domain: trees of links, signs of containers, machines."""

from __future__ import annotations

from random import Random
from typing import Any

NAMES = ("a", "b", "c", "..", "..", ".", "", "A", "é", "e\u0301", "😀", "\uffee", "__proto__", "~")
BASES = ("/", "/a", "/a/b", "/a/../b", "//a/", "/c/./a")
ODD_TEXTS = ("", "\0", "a\0", "x" * 4097, "/" + "é" * 2048, "雪" * 1365 + "a", "toString", " ")
CGROUPS = (
    "kubepods", "libpod", "podman", "docker", "containerd", "lxc", "0::/", "\n", "/", "Docker",
    "kube", "pods", "1:x:",
)  # fmt: skip
PATHS = (
    "/a", "/a/b", "/a-b", "/A", "/b", "/", "/é", "/e\u0301", "/😀", "/\uffee", '/a"b', "/a\\b", "/a b",
    "", "a", "/a\n", "/x\u2028",
)  # fmt: skip
WORDS = ("make", "", "--", "-c", "a b", "$(x)", "雪", '"', "\\", "\n")
MODES = ("off", "workspace", "allowlist")
RUNTIMES = ("docker", "podman", "k8s")


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A walk over a small tree, the signs of a container, or a command to hold."""
    draw = random.random()
    if draw < 0.5:
        return "resolve", _walk(random, odd=False)
    return ("detect", _signs(random)) if draw < 0.65 else ("plan", _command(random))


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """The same, now and then with a text that is no path."""
    draw = random.random()
    if draw < 0.7:
        return "resolve", _walk(random, odd=True)
    return ("detect", _signs(random)) if draw < 0.8 else ("plan", _command(random))


def _walk(random: Random, *, odd: bool) -> dict[str, Any]:
    links = {
        f"/{_joined(random, NAMES[:3], 3)}": _text(random, odd=odd)
        for _ in range(random.randrange(6))
    }
    base = random.choice(ODD_TEXTS) if odd and random.random() < 0.05 else random.choice(BASES)
    return {"path": _text(random, odd=odd), "base": base, "links": links}


def _text(random: Random, *, odd: bool) -> str:
    if odd and random.random() < 0.1:
        return random.choice(ODD_TEXTS)
    few = NAMES[:6] if random.random() < 0.7 else NAMES
    return random.choice(("", "", "/")) + _joined(random, few, 6) or "."


def _joined(random: Random, names: tuple[str, ...], most: int) -> str:
    return "/".join(random.choices(names, k=random.randrange(1, most)))


def _signs(random: Random) -> dict[str, Any]:
    cgroup = "".join(random.choices(CGROUPS, k=random.randrange(5)))
    return {
        "cgroup": random.choice((None, cgroup, cgroup)),
        "dockerenv": random.random() < 0.3,
        "containerenv": random.random() < 0.3,
        "kubernetes_service_host": random.choice((None, "", "10.0.0.1")),
    }


def _command(random: Random) -> dict[str, Any]:
    config = {
        "mode": random.choice(MODES),
        "allowed_paths": random.choices(PATHS, k=random.randrange(3)),
    }
    return {
        "config": random.choice((None, config, config)),
        "container": random.choice((None, None, *RUNTIMES)),
        "platform": random.choice(("linux", "linux", "linux", "macos", "other")),
        "roots": random.choices(PATHS, k=random.randrange(5)),
        "tmp": random.choice(PATHS),
        "cwd": random.choice(PATHS),
        "features": {
            **{
                name: random.random() < 0.5
                for name in ("bwrap", "namespace", "seccomp", "sandbox_exec")
            },
            "landlock": random.randrange(9),
        },
        "command": random.choices(WORDS, k=random.randrange(4)),
    }
