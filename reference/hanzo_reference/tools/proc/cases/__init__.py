"""The cases of the process tool: commands, their ends, what they leave, what they wrote."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.proc.cases import command_cases, end_cases, log_cases, refusal_cases

FLAGS = {
    "encoding": Flag("output decoded with replacement characters, or cut inside a character"),
    "escape": Flag("a command started in a folder outside of the workspace", security=True),
    "inherited-environment": Flag(
        "variables of the server, and secrets with them, handed on", security=True
    ),
    "orphan": Flag("a process that outlives the one that started it"),
    "pipe-full": Flag("output that is read after the end only, so that the process waits for ever"),
    "shell": Flag("a list of words handed to a shell, or text split at its spaces"),
    "status-as-error": Flag("an exit code other than 0 taken for a failure of the tool"),
    "stdin": Flag("an input that is inherited or left open, so that a reader waits for ever"),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from command_cases.cases()
    yield from refusal_cases.cases()
    yield from end_cases.cases()
    yield from log_cases.cases()
