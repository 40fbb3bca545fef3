"""Cases of modes: who decides how far a command may reach, and what is planned in each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, result

HIP = "HIP-0301 §10"
NOTHING = {"bwrap": False, "namespace": False, "seccomp": False, "sandbox_exec": False,
           "landlock": 0}  # fmt: skip
TMP = "/tmp/box-1"  # noqa: S108 - a name in an example
ROOT = "/home/me/work"
RUNTIMES = ("docker", "podman", "k8s")


def configured(mode: str, *paths: str) -> dict[str, Any]:
    """A configuration."""
    return {"mode": mode, "allowed_paths": list(paths)}


def planned(
    mode: str,
    enforcement: str,
    argv: Sequence[str],
    *,
    tmp: str | None = TMP,
    setup: Sequence[Sequence[str]] = (),
) -> dict[str, Any]:
    """The answer with this plan; without ``tmp`` no variable is set."""
    return result(
        {
            "mode": mode, "enforcement": enforcement, "argv": list(argv),
            "env": {} if tmp is None else {"TMPDIR": tmp}, "setup": [list(step) for step in setup],
        }
    )  # fmt: skip


def plan(
    slug: str,
    description: str,
    requirements: str,
    expected: dict[str, Any],
    *flags: str,
    config: Mapping[str, Any] | None = None,
    features: Mapping[str, Any] | None = None,
    anchor: str = HIP,
    **more: Any,
) -> Case:
    """A case of ``sandbox.plan``, on a Linux outside of containers that can do nothing."""
    asked = {
        "config": config, "container": None, "platform": "linux", "roots": [ROOT], "tmp": TMP,
        "cwd": ROOT, "features": {**NOTHING, **(features or {})}, "command": ["make", "test"],
        **more,
    }  # fmt: skip
    return Case(
        f"plan-{slug}", description, requirements.split(), "plan", asked, flags=flags,
        expected=expected, anchor=anchor,
    )  # fmt: skip


def cases() -> Iterator[Case]:
    """Every mode."""
    yield from _decided()
    yield from _off()
    yield from _variables()


def _decided() -> Iterator[Case]:
    yield plan(
        "nobody-decided", "Without a configuration the workspace is what may be written",
        "SANDBOX-27", planned("workspace", "path", ["make", "test"]),
    )  # fmt: skip
    for runtime in RUNTIMES:
        yield plan(
            f"nobody-decided-in-{runtime}", f"Inside of {runtime} nothing is held",
            "SANDBOX-26", planned("off", "none", ["make", "test"], tmp=None), "double-sandbox",
            container=runtime,
        )  # fmt: skip
    everywhere: tuple[str | None, ...] = (None, *RUNTIMES)
    for mode, container in itertools.product(("workspace", "allowlist"), everywhere):
        where = "outside" if container is None else f"in-{container}"
        yield plan(
            f"{mode}-{where}", f"{mode} is {mode}, {where.replace('-', ' ')}",
            "SANDBOX-25" if container is None else "SANDBOX-25 SANDBOX-28",
            planned(mode, "path", ["make", "test"]), "double-sandbox",
            config=configured(mode), container=container,
        )  # fmt: skip
    yield plan(
        "workspace-in-a-container-that-can", "In a container a command is held as elsewhere",
        "SANDBOX-28",
        planned("workspace", "seatbelt", ["/usr/bin/sandbox-exec", "-p", (
            '(version 1)(allow default)(deny file-write*)(allow file-write* (literal "/dev/null") '
            f'(literal "/dev/tty") (subpath "{ROOT}") (subpath "{TMP}"))'
        ), "make", "test"]), "double-sandbox",
        config=configured("workspace"), container="docker", platform="macos",
        features={"sandbox_exec": True},
    )  # fmt: skip


def _off() -> Iterator[Case]:
    everything = {"bwrap": True, "namespace": True, "seccomp": True, "sandbox_exec": True,
                  "landlock": 7}  # fmt: skip
    for platform in ("linux", "macos", "other"):
        yield plan(
            f"off-on-{platform}", f"off holds nothing on {platform}, though all could be had",
            "SANDBOX-29 SANDBOX-25", planned("off", "none", ["make", "test"], tmp=None),
            config=configured("off", "/etc"), platform=platform, features=everything,
        )  # fmt: skip
    yield plan(
        "off-keeps-words", "The command of off is the command", "SANDBOX-29 SANDBOX-46",
        planned("off", "none", ["sh", "-c", "", "a b"], tmp=None), "shell-words",
        config=configured("off"), command=["sh", "-c", "", "a b"],
    )  # fmt: skip
    yield plan(
        "default-off-in-a-container-that-can", "Where a container decides, no mechanism counts",
        "SANDBOX-26 SANDBOX-29", planned("off", "none", ["make", "test"], tmp=None),
        "double-sandbox", container="podman", features=everything,
    )  # fmt: skip


def _variables() -> Iterator[Case]:
    yield plan(
        "tmp-is-told", "TMPDIR is the folder for temporary files, as it is called", "SANDBOX-30",
        planned("workspace", "path", ["make", "test"], tmp='/t m"p/雪'),
        config=configured("workspace"), tmp='/t m"p/雪',
    )  # fmt: skip
    yield plan(
        "other-paths-of-a-config", "What else the configuration names is not planned with",
        "SANDBOX-32", planned("allowlist", "path", ["make", "test"]),
        config=configured("allowlist", "/etc", "../x", ""),
    )  # fmt: skip
    yield plan(
        "words-of-a-command", "Words are passed on as they are", "SANDBOX-46 SANDBOX-39",
        planned("workspace", "path", ["-n", "", "a b", "$HOME", "'", "--", "雪\n", "*"]),
        "shell-words", command=["-n", "", "a b", "$HOME", "'", "--", "雪\n", "*"],
    )  # fmt: skip
