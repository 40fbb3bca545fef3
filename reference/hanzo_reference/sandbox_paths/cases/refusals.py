"""Cases of what nobody can follow, and of workspaces that are none."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.sandbox_paths.cases.check_case import HIP, RULES, YES, check, link
from hanzo_reference.spec.cases import Case, error

LIMIT = 4096


def cases() -> Iterator[Case]:
    """Every refusal."""
    for word, path in (
        ("empty", ""), ("nul", "\0"), ("nul-at-the-end", "a.txt\0"),
        ("nul-in-the-middle", "a\0/../../x"), ("too-long", "./" * 2048 + "a"),
        ("too-long-in-bytes", "é" * 2048 + "/"),
    ):  # fmt: skip
        yield check(
            f"path-{word}", f"A path that is {word.replace('-', ' ')}", "SANDBOXPATH-12",
            {path: "path", "a.txt": YES}, "unreadable",
        )  # fmt: skip
    yield check(
        "path-long-but-short", "A long path whose names vanish is a path", "SANDBOXPATH-12",
        {"./" * 2047 + "a": YES}, "unreadable",
    )  # fmt: skip
    yield check(
        "name-too-long", "A name that the system does not take leads nowhere", "SANDBOXPATH-14",
        {"n" * 256: "path", "n" * 255: YES, "n" * 256 + "/../a.txt": "path"}, "unreadable",
    )  # fmt: skip
    yield check(
        "name-too-long-in-bytes", "It counts bytes", "SANDBOXPATH-14",
        {"雪" * 86: "path", "雪" * 85: YES}, "unreadable",
    )  # fmt: skip
    yield check(
        "name-too-long-by-a-link", "Also behind a link", "SANDBOXPATH-14",
        {"l": "path", "l/../a.txt": "path"}, "unreadable", files={"l": link("n" * 300)},
    )  # fmt: skip
    yield check(
        "name-too-long-with-mode-off", "In every mode", "SANDBOXPATH-14", {"n" * 256: "path"},
        "unreadable", mode="off",
    )  # fmt: skip
    for word, workspace in (
        ("relative", "work"), ("empty", ""), ("with-nul", "/work\0"), ("dot", "."),
        ("too-long", "/" + "w" * LIMIT), ("with-a-long-name", "/" + "w" * 256),
    ):  # fmt: skip
        yield Case(
            f"workspace-{word}", f"A workspace that is {word.replace('-', ' ')} is refused",
            ["SANDBOXPATH-1"], "check",
            {"workspace": workspace, "config": {"mode": "off", "allowed_paths": []}, "paths": []},
            expected=error("SANDBOX_PATH"), anchor=RULES if "long" in word else HIP,
        )  # fmt: skip
    yield Case(
        "workspace-that-is-not-there", "A workspace need not be there", ["SANDBOXPATH-13"], "check",
        {
            "workspace": "/nowhere/./w/../work",
            "config": {"mode": "workspace", "allowed_paths": []},
            "paths": ["a", "/nowhere/work", "/nowhere/workx", "/nowhere"],
        },
        expected={
            "result": {
                "results": [
                    {"allowed": True, "reason": None},
                    {"allowed": True, "reason": None},
                    {"allowed": False, "reason": "outside"},
                    {"allowed": False, "reason": "outside"},
                ]
            }
        },
        anchor=RULES,
    )  # fmt: skip
