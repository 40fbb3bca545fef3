"""What a command is: its words, the rules that they keep, and where its program may be.

Nothing here asks the file system.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence

from hanzo_reference.envelope import Violation
from hanzo_reference.envelope.violation import below

SHELL = "/bin/sh"


def words(command: str | Sequence[str]) -> list[str]:
    """The words of a command: text goes to the shell as one word. Spec: PROC-1, PROC-2."""
    return [SHELL, "-c", command] if isinstance(command, str) else list(command)


def as_text(command: str | Sequence[str]) -> str:
    """A command as a filter sees it. Spec: PROC-24."""
    return command if isinstance(command, str) else " ".join(command)


def broken_rules(command: str | Sequence[str], env: Mapping[str, str]) -> list[Violation]:
    """The rules that a schema cannot state and that a command breaks, sorted.

    Spec: PROC-3, PROC-14.
    """
    return sorted([*_in_command(command), *_in_environment(env)])


def _in_command(command: str | Sequence[str]) -> Iterator[Violation]:
    if isinstance(command, str):
        if command == "":
            yield Violation("/command", "empty")
        if "\0" in command:
            yield Violation("/command", "nul")
        return
    if not command:
        yield Violation("/command", "empty")
    for index, word in enumerate(command):
        if index == 0 and word == "":
            yield Violation("/command/0", "empty")
        if "\0" in word:
            yield Violation(f"/command/{index}", "nul")


def _in_environment(env: Mapping[str, str]) -> Iterator[Violation]:
    for name, value in env.items():
        if name == "" or "=" in name or "\0" in name:
            yield Violation(below("/env", name), "name")
        if "\0" in value:
            yield Violation(below("/env", name), "nul")


def places(program: str, path: str, folder: str) -> list[str]:
    """The absolute paths at which a program may be, the first one first.

    A name with a slash is a path from the command's folder; another one is looked for in the
    folders of ``PATH``, where the empty one is the command's own. Spec: PROC-15.
    """
    if "/" in program:
        return [posixpath.join(folder, program)]
    return [posixpath.join(folder, place, program) for place in path.split(":")]
