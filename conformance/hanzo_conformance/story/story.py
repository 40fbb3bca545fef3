"""The story of a divergence: which rule, what was asked, where the answer differs, how to see it.

There is one. The terminal, replay, the pytest plugin, findings and all reports tell it, each in its
own form, so that a reader who comes from one to another finds the same. Every text of a story is
printable and bounded here: what strangers wrote gets no further as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from hanzo_conformance.known.baseline import take_out
from hanzo_conformance.records.record import result_entry, vector_entry
from hanzo_conformance.terminal.folding import LABEL, NARROWEST, folded
from hanzo_conformance.terminal.text import around, clipped, cut, printable
from hanzo_conformance.values.replay import Replay, update_of
from hanzo_conformance.verdicts.readable import readable
from hanzo_conformance.verdicts.record import Result, ResultEntry, VectorEntry
from hanzo_conformance.verdicts.verdict import MEANING, Verdict
from hanzo_vectors.vector import RequirementEntry, Vector

INPUT_SHOWN = 400
STDERR_LINES = 12
WHAT_LINES = 12
LINE = 1000
# Characters of a value that are shown around the first difference, where a line has no bound.
ROOM = 72
WHOLE = "(the whole answer)"


class Story(msgspec.Struct, frozen=True):
    """What there is to tell of one divergence.

    ``rules`` are the ``requirements`` with their sentences; ``what`` says in words what happened. ``expected``
    and ``actual`` are whole values as text, ``rule`` is told instead of an expected one where the
    vector has a rule. ``place`` is None where no answer was compared. ``update`` is the command for
    a baseline in which an entry is no longer true.
    """

    verdict: Verdict
    implementation: str
    vector: str
    description: str = ""
    requirements: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    excuse: str | None = None
    input: str | None = None
    what: tuple[str, ...] = ()
    place: str | None = None
    rule: str | None = None
    expected: str = ""
    actual: str = ""
    stderr: tuple[str, ...] = ()
    alone: bool = False
    replay: str | None = None
    update: str = ""

    @property
    def head(self) -> str:
        """Verdict, implementation and vector."""
        return f"{self.verdict.value.upper()} {self.implementation} {self.vector}"

    @property
    def stderr_word(self) -> str:
        """Whose standard error it is: of one request, or of a process that was asked several."""
        return "stderr" if self.alone else "stderr of the process, whatever it was asked"

    def brief(self, room: int = 60) -> str:
        """One line: where the answer differs, or what happened otherwise."""
        if self.verdict is Verdict.FIXED:
            return f"it passes by now; {take_out(self.update)}"
        parts = [cut(" ".join(self.what), 300)] if self.what else []
        if self.place is not None and self.rule is not None:
            has_to = f"at {self.place}: has to be {cut(self.rule, 3 * room)}"
            parts.insert(0, f"{has_to}, got {cut(self.actual, 2 * room)}")
        elif self.place is not None:
            left, right, _ = around(self.expected, self.actual, room)
            parts.append(f"at {self.place}: expected {left}, got {right}")
        return "; ".join(parts) or MEANING[self.verdict]

    def lines(self, width: int | None = None) -> list[str]:
        """All of it but its head, a line each, folded to a width where there is one.

        No line begins with what a stranger wrote, and a replay line is never folded.
        """
        if self.verdict is Verdict.FIXED:
            return [self.brief()]
        told = [
            *folded("", self.description, width),
            *(line for rule in self.rules for line in folded("", rule, width)),
        ]
        if self.excuse is not None:
            told += folded("baseline", self.excuse, width)
        if self.input is not None:
            told += folded("input", shortened(self.input, INPUT_SHOWN), width)
        if self.what or self.place is None:
            word = "because" if self.rule is not None and self.what else "what"
            what = self.what or (self.brief(),)
            comparing = list(self._comparing(width))
            said = [line for part in what for line in folded(word, part, width)]
            # What breaks a rule comes after the rule.
            told += comparing + said if self.rule is not None else said + comparing
        else:
            told += self._comparing(width)
        if self.stderr:
            told += [f"{self.stderr_word}:" if not self.alone else "stderr:"]
            told += [f"  | {line}" for line in self.stderr]
        if self.replay is not None:
            told.append(f"{'replay':<{LABEL}}{self.replay}")
        return told

    def _comparing(self, width: int | None) -> Iterator[str]:
        if self.place is None:
            return
        yield from folded("at", self.place, width)
        if self.rule is not None:
            yield from folded("rule", f"it has to be {self.rule}", width)
            yield from folded("actual", cut(self.actual, INPUT_SHOWN), width)
            return
        room = ROOM if width is None else max(NARROWEST, width - LABEL - 2)
        left, right, column = around(self.expected, self.actual, room)
        yield f"{'expected':<{LABEL}}{left}"
        yield f"{'actual':<{LABEL}}{right}"
        yield f"{'':<{LABEL}}{' ' * column}^"


def tell(
    entry: ResultEntry, vector: VectorEntry, requirements: Mapping[str, RequirementEntry]
) -> Story:
    """The story of a result."""
    compared = isinstance(entry.pointer, str)
    fixed = entry.verdict is Verdict.FIXED
    return Story(
        verdict=entry.verdict,
        implementation=clipped(entry.implementation, 300),
        vector=clipped(entry.vector, 300),
        description=clipped(vector.description, 500),
        requirements=tuple(clipped(name, 100) for name in vector.requirements),
        rules=tuple(_rules(vector.requirements, requirements)),
        excuse=clipped(entry.reason, 500) if isinstance(entry.reason, str) else None,
        input=None if entry.input is msgspec.UNSET else text_of(entry.input),
        what=block(entry.detail, WHAT_LINES) if isinstance(entry.detail, str) else (),
        place=place_of(entry.pointer) if isinstance(entry.pointer, str) else None,
        rule=clipped(entry.rule, LINE) if isinstance(entry.rule, str) else None,
        expected=text_of(entry.expected, entry.pointer or "") if compared else "",
        actual=text_of(entry.actual, entry.pointer or "") if compared else "",
        stderr=last_lines(entry.stderr) if isinstance(entry.stderr, str) else (),
        alone=entry.alone,
        replay=printable(entry.replay) if isinstance(entry.replay, str) and not fixed else None,
        update=clipped(update_of(entry.replay, entry.implementation), LINE) if fixed else "",
    )


def tell_result(
    result: Result,
    vector: Vector,
    requirements: Mapping[str, RequirementEntry],
    replay: Replay | None = None,
) -> Story:
    """The story of a result that is in no record yet."""
    return tell(result_entry(result, vector, replay), vector_entry(vector), requirements)


def text_of(value: Any, pointer: str = "") -> str:
    """A value as people read it, printable and on one line."""
    return printable(readable(value, pointer))


def shortened(text: str, limit: int) -> str:
    """The text, cut at ``limit`` characters with a word on how many there are."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text)} characters)"


def place_of(pointer: str | msgspec.UnsetType) -> str:
    """Where a difference is."""
    return clipped(pointer or "", 300) or WHOLE


def block(text: str, count: int) -> tuple[str, ...]:
    """The first lines of a text, each of a bounded length."""
    return tuple(clipped(line, LINE) for line in text.rstrip().split("\n")[:count])


def last_lines(text: str) -> tuple[str, ...]:
    """The end of what was written to standard error."""
    lines = text.rstrip().split("\n")[-STDERR_LINES:] if text.strip() else []
    return tuple(clipped(line, LINE) for line in lines)


def _rules(cited: tuple[str, ...], requirements: Mapping[str, RequirementEntry]) -> Iterator[str]:
    for name in cited:
        known = requirements.get(name)
        said = f" ({known.level}): {known.sentence}" if known else ""
        yield clipped(f"{name}{said}", LINE)
