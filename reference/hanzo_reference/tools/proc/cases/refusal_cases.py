"""Cases of commands that are not run, each for one reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import asked, at, invalid, refused
from hanzo_reference.tools.proc.cases.words import HIP, PAGE

NO_PROGRAMS: Mapping[str, Any] = {
    "no-program": {"text": "touch made\n", "executable": True},
    "no-line": {"text": "", "executable": True},
    "bytes": {"base64": "AAECAwo=", "executable": True},
    "no-interpreter": {"text": "#!/none/such\ntouch made\n", "executable": True},
    "interpreter-is-a-folder": {"text": "#!/usr\ntouch made\n", "executable": True},
    "space-before": {"text": " #!/bin/sh\ntouch made\n", "executable": True},
}
FILES = {
    "a.txt": {"text": "a\n"},
    "out": {"symlink": "${outside}"},
    "sub": {"directory": True},
    "plain": {"text": "#!/bin/sh\n"},
    **NO_PROGRAMS,
}
COMMAND = ["touch", "made"]


def cases() -> Iterator[Case]:
    """Every case of refusals; nothing is made by any of them."""
    for slug, description, requirement, params, expected in (
        ("no-command", "There has to be a command", "PROC-3", {},
         invalid("proc", "exec", ("/command", "required"))),
        ("command-of-no-type", "A command is text or a list of text", "PROC-3", {"command": 1},
         invalid("proc", "exec", ("/command", "type"))),
        ("empty-text", "Empty text is no command", "PROC-3", {"command": ""},
         invalid("proc", "exec", ("/command", "empty"))),
        ("empty-list", "A list without a program is no command", "PROC-3", {"command": []},
         invalid("proc", "exec", ("/command", "empty"))),
        ("empty-program", "The empty name is no program", "PROC-3", {"command": ["", "a"]},
         invalid("proc", "exec", ("/command/0", "empty"))),
        ("nul-in-a-word", "No word can hold a NUL", "PROC-3", {"command": ["touch", "ma\0de"]},
         invalid("proc", "exec", ("/command/1", "nul"))),
        ("bad-variables", "Every rule that variables break is told", "PROC-14",
         {"command": COMMAND, "env": {"A=B": "1", "": "2", "C": "\0", "D": ""}},
         invalid("proc", "exec", ("/env/", "name"), ("/env/A=B", "name"), ("/env/C", "nul"))),
        ("timeout-of-nothing", "A timeout is a second at least", "PROC-19",
         {"command": COMMAND, "timeout": 0}, invalid("proc", "exec", ("/timeout", "minimum"))),
        ("cwd-is-a-path", "A folder is named by its URI", "PROC-9",
         {"command": COMMAND, "cwd": "${workspace}"}, invalid("proc", "exec", ("/cwd", "uri"))),
        ("cwd-is-a-file", "A command runs in a folder, not in a file", "PROC-11",
         {"command": COMMAND, "cwd": at("a.txt")},
         invalid("proc", "exec", ("/cwd", "directory"))),
        ("cwd-is-missing", "A command runs in a folder that is there", "PROC-11",
         {"command": COMMAND, "cwd": at("none")},
         refused("proc", "exec", "NOT_FOUND", {"uri": at("none")})),
        ("program-is-missing", "A program that is nowhere is NOT_FOUND", "PROC-16",
         {"command": ["no-such-program-at-all"]},
         refused("proc", "exec", "NOT_FOUND", {"command": "no-such-program-at-all"})),
        ("program-is-a-folder", "A folder is no program", "PROC-16",
         {"command": ["./sub", "x"]},
         refused("proc", "exec", "NOT_FOUND", {"command": "./sub"})),
        ("program-is-no-program", "A file that cannot be run is PERMISSION_DENIED", "PROC-16",
         {"command": ["./plain", "x"]},
         refused("proc", "exec", "PERMISSION_DENIED", {"command": "./plain"})),
    ):  # fmt: skip
        yield _refusal(slug, description, requirement, params, expected)
    for name in NO_PROGRAMS:
        yield _refusal(
            f"program-{name}", f"No shell gets to read what the system cannot run: {name}",
            "PROC-39", {"command": [f"./{name}", "x"]},
            refused("proc", "exec", "PERMISSION_DENIED", {"command": f"./{name}"}),
        )  # fmt: skip
    yield Case(
        "unknown-action", "What the tool can do is told to who asks for something else",
        ["PROC-38"], *asked("proc", "run", command="true"), anchor="HIP-0300, proc",
        expected=refused("proc", "run", "UNKNOWN_ACTION", {
            "available": ["exec", "help", "kill", "logs", "ps", "schema", "status"],
        }),
        workspace={},
    )  # fmt: skip
    for slug, description, uri in (
        ("cwd-outside", "A folder outside of the workspace is refused", "file://${outside}"),
        ("cwd-above", "The folder above the workspace is refused", "file:///"),
        ("cwd-behind-a-link", "A link that leads out is followed and refused", at("out")),
        ("cwd-missing-behind-a-link", "What is missing outside is refused, too", at("out/none")),
    ):
        yield _refusal(
            slug, description, "PROC-10", {"command": COMMAND, "cwd": uri},
            refused("proc", "exec", "PERMISSION_DENIED", {"uri": uri}), ["escape"],
        )  # fmt: skip


def _refusal(
    slug: str,
    description: str,
    requirement: str,
    params: Mapping[str, Any],
    expected: Mapping[str, Any],
    flags: list[str] | None = None,
) -> Case:
    anchor = HIP if slug == "no-command" else PAGE
    return Case(
        slug, description, [requirement], *asked("proc", "exec", **params),
        flags or (), expected, anchor, workspace={"files": FILES}, after={"files": FILES},
    )  # fmt: skip
