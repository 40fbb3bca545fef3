"""What people read while a run goes on and at its end.

A bar only on a terminal, colour only where it is wanted; everything else is plain lines, so that a
log file reads the same.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TextIO

from hanzo_conformance.containment.state import containment_lines
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import (
    BaselineChecked,
    BuildFinished,
    BuildProgressed,
    BuildStarted,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.implementations.stated_operations import unstated_text
from hanzo_conformance.records.agreeing import agreement_of, was_let_through
from hanzo_conformance.story.agreement_text import LetThrough, let_through_head, let_through_lines
from hanzo_conformance.story.baseline_text import use_lines
from hanzo_conformance.story.cause_text import cause_lines, symptom_of, untold
from hanzo_conformance.story.causes import Cause, causes
from hanzo_conformance.story.matrix import matrix_lines
from hanzo_conformance.story.story import tell_result
from hanzo_conformance.story.suggestion import suggest
from hanzo_conformance.terminal.console import Part, Styled, say
from hanzo_conformance.terminal.folding import folded_prose
from hanzo_conformance.terminal.progress import (
    STANDARD_WIDTH,
    Progress,
    bar_forms,
    building_forms,
    terminal_width,
)
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.transports.messages import Handshake
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.agreement import Agreement, agreement_text, count
from hanzo_conformance.verdicts.record import EntryUse, Result
from hanzo_conformance.verdicts.verdict import BREAKING, DIVERGENT, JUDGED, RED, Verdict
from hanzo_conformance.verdicts.violations import violations, violations_text
from hanzo_vectors.vector import Vector

REDRAW_S = 0.1
# How a user comes by the failures that are not told: by the options of the verb that ran.
SHOW = "--show N tells more"
MORE = f"{SHOW}, --report json=PATH all"
COLOURS = {Verdict.PASSED: "green", Verdict.KNOWN: "cyan", Verdict.UNSUPPORTED: "yellow",
           Verdict.NOT_RUN: "yellow"}  # fmt: skip


class TerminalSink:
    """Prints a run. ``shown`` bounds how many divergences of an implementation are told in full.

    They are told one for each cause, or ``each``; None where the verb does not let its user choose.
    ``more`` says how the others are told too, and
    ``known`` has those told that a baseline excuses.
    ``width`` is that of the terminal, where there is one: lines are folded to it.
    """

    def __init__(
        self,
        conclusion: Conclusion,
        out: TextIO,
        shown: int,
        more: str,
        width: Callable[[], int] | None,
        *,
        each: bool | None = None,
        known: bool = False,
    ) -> None:
        self._telling = RED | {Verdict.KNOWN} if known else RED
        self._conclusion = conclusion
        self._out = out
        self._shown = shown
        self._more = more
        self._each = each
        self._width = width
        self._progress = Progress(out, width)
        self._building: dict[str, tuple[float, str]] = {}
        self._drawn = 0.0
        self._begun = time.monotonic()
        self._done = 0
        self._total = 0
        self._started: RunStarted | None = None
        self._versions: dict[str, Handshake] = {}
        self._unstated: dict[str, int] = {}
        self._unavailable: dict[str, Unavailable] = {}
        self._counts: dict[tuple[str, str], Counter[Verdict]] = {}
        self._vectors: dict[str, Vector] = {}
        self._bad: dict[str, list[Result]] = {}
        self._uses: dict[str, tuple[EntryUse, ...]] = {}
        self._broken: dict[str, list[tuple[Verdict, Sequence[str]]]] = {}
        self._agreements: dict[str, Counter[Agreement]] = {}
        self._let_through: dict[str, list[LetThrough]] = {}
        self._after: list[str] = []

    def handle(self, event: Event) -> None:
        """Take one event."""
        match event:
            case Judged():
                self._judged(event)
            case RunStarted():
                self._start(event)
            case BuildStarted():
                command = " ".join(event.command)
                self._line(f"{event.implementation}: building: {printable(command)}")
            case BuildProgressed():
                self._building[event.implementation] = (event.seconds, event.line)
                self._draw()
            case BuildFinished():
                self._building.pop(event.implementation, None)
                self._line(f"{event.implementation}: built in {event.seconds:g} s")
            case Ready():
                self._versions[event.implementation] = event.handshake
                self._unstated[event.implementation] = event.unstated
            case Unavailable():
                self._building.pop(event.implementation, None)
                self._unavailable[event.implementation] = event
            case Notice():
                who = f"{event.implementation}: " if event.implementation else ""
                self._after.append(f"note: {who}{printable(event.text)}")
            case BaselineChecked():
                self._uses[event.implementation] = event.entries
                self._after += [f"baseline: {printable(text)}" for text in event.problems]
            case RunFinished():
                self._finish(event)

    def close(self) -> None:
        """Leave the terminal as it was found."""
        self._progress.clear()

    def _start(self, event: RunStarted) -> None:
        self._started = event
        self._vectors = event.vectors
        self._total = len(event.vectors) * len(event.implementations)
        names = ", ".join(item.name for item in event.implementations)
        part = f"shard {event.shard.index}/{event.shard.count}: " if event.shard else ""
        domains = {vector.domain for vector in event.vectors.values()}
        self._prose(
            f"{part}{counted(len(event.vectors), 'vector')} of {counted(len(domains), 'domain')} "
            f"against {names} (vectors {event.vectors_sha256[:12]})"
        )
        drafts = sorted({vector.domain for vector in event.vectors.values() if vector.draft})
        if drafts:
            self._prose(f"draft, which nobody is asked to have: {', '.join(drafts)}")
        if event.containment is not None:
            for text in containment_lines(event.containment):
                self._line(printable(text))
        if event.left_out:
            self._prose(f"left out by name: {', '.join(event.left_out)}")

    def _judged(self, event: Judged) -> None:
        for result in event.results:
            self._done += result.verdict is not Verdict.NOT_RUN
            key = (result.implementation, self._vectors[result.vector].domain)
            counts = self._counts.get(key)
            if counts is None:
                counts = self._counts[key] = Counter()
            counts[result.verdict] += 1
            if result.verdict in JUDGED:
                self._agree(result)
            if result.verdict in BREAKING:
                cited = (result.verdict, self._vectors[result.vector].requirements)
                self._broken.setdefault(result.implementation, []).append(cited)
            if result.verdict in self._telling:
                self._bad.setdefault(result.implementation, []).append(result)
        self._draw()

    def _agree(self, result: Result) -> None:
        vector = self._vectors[result.vector]
        agreed = agreement_of(result, vector)
        if agreed is not None:
            self._agreements.setdefault(result.implementation, Counter())[agreed] += 1
        if was_let_through(result, vector):
            known = result.verdict is Verdict.KNOWN
            told = LetThrough(vector.id, vector.description, known)
            self._let_through.setdefault(result.implementation, []).append(told)

    def _draw(self) -> None:
        now = time.monotonic()
        if now - self._drawn < REDRAW_S:
            return
        self._drawn = now
        spent = now - self._begun
        rate = self._done / spent if spent > 0 else 0.0
        left = (self._total - self._done) / rate if rate else 0.0
        bad = sum(map(len, self._bad.values()))
        self._progress.draw(
            building_forms(self._building, self._done, self._total, bad)
            if self._building
            else bar_forms(self._done, self._total, bad, rate, left)
        )

    def _line(self, *parts: Part) -> None:
        self._progress.clear()
        say(*parts, out=self._out)

    def _prose(self, text: str) -> None:
        """A line of words, folded where the terminal is narrower."""
        for line in folded_prose(printable(text), self._width() if self._width else None):
            self._line(line)

    def _finish(self, event: RunFinished) -> None:
        started = self._started
        assert started is not None
        names = [item.name for item in started.implementations]
        for name in names:
            self._failures(name)
        self._line()
        domains = sorted({domain for _, domain in self._counts})
        if len(names) > 1 and domains:
            wide = self._width() if self._width else STANDARD_WIDTH
            for line in matrix_lines(domains, names, self._counts, wide):
                self._line(*line)
            self._line()
        for name in names:
            self._summary(name, alone=len(names) == 1)
        for text in self._after:
            self._prose(text)
        self._closing(event, names)

    def _failures(self, name: str) -> None:
        started = self._started
        assert started is not None
        found = [
            (symptom_of(one, self._vectors[one.vector]), one) for one in self._bad.get(name, [])
        ]
        self._open_doors(name)
        groups = [Cause(seen, (one,)) for seen, one in found] if self._each else causes(found)
        for cause in groups[: self._shown]:
            first = cause.found[0]
            replay = started.replays.get(name)
            story = tell_result(first, self._vectors[first.vector], started.requirements, replay)
            others = [one.vector for one in cause.found[1:]]
            lines = cause_lines(story, others, self._width, hint=self._each is not None)
            self._line()
            self._line(Styled(next(lines), "red", bold=True))
            for line in lines:
                self._line(line)
            if not self._conclusion.counts_against(first.vector):
                self._line(f"  (level {cause.symptom.level}: not counted; --strict counts should)")
        rest = groups[self._shown :]
        if rest:
            self._line()
            self._prose(f"… and {untold(rest, each=bool(self._each))} ({name}); {self._more}")

    def _open_doors(self, name: str) -> None:
        """What it did and security needs refused, before anything else."""
        found = self._let_through.get(name, [])
        if found:
            self._line()
            self._line(Styled(let_through_head(name, found), "red", bold=True))
            for line in let_through_lines(found):
                self._prose(f"  {line}")

    def _summary(self, name: str, *, alone: bool) -> None:
        """What became of one implementation; ``alone`` has its domains, else there is a matrix."""
        gone = self._unavailable.get(name)
        if gone is not None:
            mark = Styled("unavailable", "red" if gone.fatal else "yellow")
            if gone.detail:
                for line in printable(gone.detail).rstrip().split("\n"):
                    self._line(f"  | {line}")
            self._line(f"{name}: ", mark, f": {printable(gone.why)}")
            if gone.hint:
                self._prose(f"  hint: {gone.hint}")
            return
        who = self._versions.get(name)
        seen = f" {printable(who.implementation.version)}" if who else ""
        language = f" ({printable(who.implementation.language)})" if who else ""
        self._line(Styled(f"{name}{seen}", bold=True), language)
        if who is not None and not who.operations:
            self._begin()
        if self._unstated.get(name):
            self._prose(f"  {unstated_text(self._unstated[name])}")
        rows = {domain: counts for (of, domain), counts in self._counts.items() if of == name}
        if alone:
            width = max(map(len, rows), default=0)
            for domain in sorted(rows):
                self._line(f"  {domain:<{width}}  ", *_told(rows[domain]))
        else:
            self._line("  ", *_told(sum(rows.values(), Counter())))
        for line in use_lines(self._uses.get(name, ())):
            self._prose(f"  {line}")
        agreed = agreement_text(count(self._agreements.get(name, Counter())))
        if agreed:
            self._prose(f"  {agreed}")
        if name in self._broken:
            self._prose(f"  {violations_text(violations(self._broken[name]))}")

    def _begin(self) -> None:
        """Tell who has no operation yet which one to write first."""
        assert self._started is not None
        first = suggest(self._started.vectors.values())
        if first is not None:
            self._line("  it has no operation yet")
            self._line(
                f"  hint: write {first.operation} first: hanzo-conformance show {first.vector}"
            )

    def _closing(self, event: RunFinished, names: list[str]) -> None:
        code = self._conclusion.exit_code()
        whole: Counter[Verdict] = Counter()
        for counts in self._counts.values():
            whole += counts
        diverge = sum(whole[verdict] for verdict in DIVERGENT)
        word, colour = {
            0: ("conformant", "green"),
            1: ("diverges", "red"),
            3: ("unavailable", "red"),
            4: ("incomplete", "yellow"),
        }.get(event.exit_code, ("interrupted", "yellow"))
        if code == 0 and not event.interrupted and diverge:
            word = f"conformant ({counted(diverge, 'divergence')} of levels that are not counted)"
        elif code == 0 and not event.interrupted and whole[Verdict.KNOWN]:
            word = f"conformant but for {counted(whole[Verdict.KNOWN], 'known divergence')}"
        self._line()
        for reason in self._conclusion.incomplete:
            self._prose(f"incomplete: {reason}")
        many = "implementation" if len(names) == 1 else "implementations"
        judged = sum(whole[verdict] for verdict in JUDGED)
        after = f" after {judged} of {self._total} were judged" if event.interrupted else ""
        self._line(
            Styled(f"{word}{after}", colour, bold=True),
            ": ",
            *_told(whole),
            f" ({len(names)} {many}, {event.seconds:.2f} s)",
        )


def _told(counts: Counter[Verdict]) -> Sequence[Part]:
    """Counts in words, the passed ones first; nothing is added to them."""
    parts: list[Part] = []
    for verdict in Verdict:
        if counts[verdict]:
            parts += [", "] if parts else []
            text = f"{counts[verdict]} {verdict.value}"
            parts.append(Styled(text, COLOURS.get(verdict, "red")))
    return parts or ["nothing judged"]


def standard_sink(
    conclusion: Conclusion,
    shown: int,
    more: str = MORE,
    *,
    each: bool | None = None,
    known: bool = False,
) -> TerminalSink:
    """The sink for this process's standard output."""
    out = sys.stdout
    width = terminal_width if out.isatty() else None
    return TerminalSink(conclusion, out, shown, more, width, each=each, known=known)
