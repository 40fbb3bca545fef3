"""The cases of hooks that run: commands, what they get, their ends, rows of them, time."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hook_runs.cases import commands, endings, givens, refusals, rows, times
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "broken-pipe": Flag("A hook that does not read its input, taken for one that fails."),
    "exit-code-guess": Flag("An exit code other than 0 and 2 taken for an allowance or a denial."),
    "index": Flag("Places counted in the list of those that match instead of the whole list."),
    "late-judgement": Flag("Hooks that run before the whole list was judged."),
    "login-shell": Flag("Profiles that are read, and what they print or change."),
    "orphan": Flag("A process that outlives the hook which started it."),
    "pipe-full": Flag("Output that nobody reads, so that the hook waits until its time is over."),
    "shell-quoting": Flag("Values that a shell reads as its own language."),
    "waits-for-pipes": Flag("Waiting for a child in the background that holds a pipe."),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from commands.cases()
    yield from givens.cases()
    yield from endings.cases()
    yield from rows.cases()
    yield from times.cases()
    yield from refusals.cases()
