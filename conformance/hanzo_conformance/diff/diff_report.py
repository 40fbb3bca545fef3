"""The differences between two runs, for a terminal and as Markdown for a comment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_conformance.diff.run_diff import Change, ChangeKind, RunDiff
from hanzo_conformance.report.markdown import fenced, text
from hanzo_conformance.story.story import Story, tell
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.verdicts.record import ResultEntry

# A comment may have 65,536 characters, of which whoever posts it may want some.
CHARACTERS = 60_000
STOPPED = "\n*… cut here: a comment has no more room.*\n"
MARKS = {ExitCode.CONFORMANT: "✅", ExitCode.DIVERGES: "❌"}
# What nobody has to look at is folded away, and told by name only.
FOLDED = {ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.NEWLY_PASSING}
# What a kind is called of one vector, where that is something else.
OF_ONE = {ChangeKind.ADDED: "new vector", ChangeKind.REMOVED: "vector that is gone"}


def told(diff: RunDiff, shown: int) -> Iterator[str]:
    """The lines for a terminal; ``shown`` bounds how many changes of a kind are told."""
    for note in diff.notes:
        yield f"note: {printable(note)}"
    for kind, changes in _happened(diff):
        yield ""
        yield f"{kind.value} ({len(changes)})"
        for change in changes[:shown]:
            yield f"  {_line(change)}"
            if kind not in FOLDED:
                yield from (f"    {line}" for line in _lines(change, diff))
        if len(changes) > shown:
            yield f"  … and {len(changes) - shown} more; --show N tells more"
    yield from ("", summary(diff)) if _happened(diff) else ("no difference",)


def summary(diff: RunDiff) -> str:
    """How many vectors changed in which way."""
    return ", ".join(_counted(kind, len(changes)) for kind, changes in _happened(diff))


def markdown(diff: RunDiff, shown: int) -> str:
    """The same as Markdown, never longer than a comment may be."""
    mark = MARKS.get(diff.gate(), "⚠️")
    parts = [f"## {mark} Conformance: {text(summary(diff)) or 'no difference'}\n\n"]
    parts += [f"- {text(note, 1000)}\n" for note in diff.notes]
    for kind, changes in _happened(diff):
        parts.append(f"\n### {_counted(kind, len(changes))}\n\n")
        parts += _section(kind, changes, diff, shown)
    # A workflow's log obeys this wherever it stands in a line; nothing else of ours can be obeyed.
    parts = [part.replace("##[", "#\N{ZERO WIDTH SPACE}#[") for part in parts]
    kept: list[str] = []
    room = CHARACTERS - len(STOPPED)
    for part in parts:
        room -= len(part)
        if room < 0:
            return "".join([*kept, STOPPED])
        kept.append(part)
    return "".join(kept)


def _section(
    kind: ChangeKind, changes: Sequence[Change], diff: RunDiff, shown: int
) -> Iterator[str]:
    rest = f"… and {len(changes) - shown} more.\n" if len(changes) > shown else ""
    lines = [_line(change) for change in changes[:shown]]
    if kind in FOLDED:
        yield f"<details><summary>by name</summary>\n\n{fenced(lines)}\n{rest}</details>\n"
        return
    for change, line in zip(changes, lines, strict=False):
        yield fenced([line, *(f"  {part}" for part in _lines(change, diff))])
    yield rest


def _happened(diff: RunDiff) -> list[tuple[ChangeKind, list[Change]]]:
    return [(kind, changes) for kind, changes in diff.changes.items() if changes]


def _counted(kind: ChangeKind, count: int) -> str:
    return f"{count} {OF_ONE.get(kind, kind.value) if count == 1 else kind.value}"


def _line(change: Change) -> str:
    words = " → ".join(_word(entry) for entry in (change.before, change.after))
    level = "" if change.counted else " (of a level that is not counted)"
    return printable(f"{change.implementation} {change.vector}: {words}{level}")


def _word(entry: ResultEntry | None) -> str:
    if entry is None:
        return "not there"
    return f"{entry.verdict.value} ({entry.was})" if entry.was else entry.verdict.value


def _lines(change: Change, diff: RunDiff) -> Iterator[str]:
    """What there is to know of a change beyond its line."""
    after = change.after
    if after is None:
        return
    story = _told(after, diff)
    if change.kind is ChangeKind.CHANGED and change.before is not None:
        yield f"was  {_told(change.before, diff).brief()}"
    yield f"is   {story.brief()}"
    if story.excuse is not None:
        yield f"why  {story.excuse}"
    if story.replay is not None:
        yield f"see  {story.replay}"


def _told(entry: ResultEntry, diff: RunDiff) -> Story:
    return tell(entry, diff.vectors[entry.vector], diff.requirements)
