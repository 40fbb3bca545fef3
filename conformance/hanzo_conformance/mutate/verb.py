"""``mutate``: change the reference in small ways and see whether the vectors notice."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.mutate.mutants import draft, survivor_lines
from hanzo_conformance.mutate.mutation import MutantFate
from hanzo_conformance.run.choosing import check_domains
from hanzo_conformance.terminal.console import (
    Styled,
    erase_line,
    redraw,
    say,
    say_document,
    say_lines,
)
from hanzo_conformance.values.errors import ExitCode, UsageError
from hanzo_conformance.values.wording import counted
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.smoke import smoke_file, smoke_text

if TYPE_CHECKING:
    from hanzo_conformance.mutate.survey import SurveyReport
    from hanzo_vectors.reading import Corpus


@click.command(
    "mutate",
    epilog="A survivor is either a vector that is missing, or a change that no answer can show: "
    "that one is explained in mutants.toml beside the code. Exit status: 0 every survivor is "
    "explained, 1 one is not or an explanation is stale, 4 the controls failed.",
)
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N",
              help="Processes at once. Default: one for each processor.")  # fmt: skip
@click.option("--drafts", is_flag=True,
              help="Print survivors as entries of mutants.toml, for the reason to be filled in.")  # fmt: skip
@click.option("--rules", is_flag=True,
              help="Try every vector on every mutant and say which rules no mutant drops.")  # fmt: skip
@click.option("--smoke", is_flag=True,
              help="Try every vector on every mutant and write the list of run --smoke.")  # fmt: skip
@click.option("--check", is_flag=True,
              help="With --smoke: change nothing, exit 1 when the list would change.")  # fmt: skip
def command(
    domains: tuple[str, ...], jobs: int | None, drafts: bool, rules: bool, smoke: bool, check: bool
) -> int:
    """Change the reference and see whether vectors notice.

    Comparisons, bounds, constants, conditions, slices and calls are changed one at a time,
    statements left out, and rules dropped alone: a branch, a filter, a row of a table, an
    alternative. Of domains that work on files or processes only the pure modules are. Each changed reference answers the vectors in a process of its own, up to
    the first one that notices.
    """
    from hanzo_conformance.mutate.survey import surveys

    if check and not smoke:
        raise UsageError("--check goes with --smoke")
    if smoke and domains:
        # What domains share is noticed by vectors of any of them.
        raise UsageError("--smoke is about all domains", "leave out --domain")
    corpus = read_corpus()
    check_domains(domains, corpus)
    reports: list[SurveyReport] = []
    for survey in surveys(domains, jobs or os.cpu_count() or 1, every=smoke or rules):
        reports.append(survey.run(_bar(survey.room.name)))
        _tell(reports[-1], drafts)
    unnoticed = [line for report in reports if rules for line in _rules(report, corpus)]
    problems = [text for report in reports for text in report.judgement.problems]
    for text in problems:
        say(f"stale: {text}")
    changed = smoke and _smoke(reports, check)
    survived = sum(len(report.judgement.unexplained) for report in reports)
    total = sum(len(report.tried) for report in reports)
    say(
        f"{counted(total, 'mutant')}, {counted(survived, 'unexplained survivor')}, "
        f"{counted(len(problems), 'stale entry', 'stale entries')}"
    )
    if survived or problems or unnoticed or (check and changed):
        return ExitCode.DIVERGES
    # Where nothing was changed, nobody had anything to notice.
    return ExitCode.CONFORMANT if total else ExitCode.INCOMPLETE


def _tell(report: SurveyReport, drafts: bool) -> None:
    fates = Counter(tried.fate for tried in report.tried)
    alive = len(report.judgement.unexplained)
    say(
        f"{report.room.name}: {counted(len(report.tried), 'mutant')} against "
        f"{counted(len(report.vectors), 'vector')}: "
        f"{fates[MutantFate.KILLED]} killed, {fates[MutantFate.STILLBORN]} stillborn, "
        f"{report.judgement.explained} explained, {alive} survived"
    )
    for tried in report.judgement.unexplained:
        if drafts:
            say_document(draft(tried))
        else:
            first, *rest = survivor_lines(report.room.name, tried)
            say(Styled(first, "red", bold=True))
            say_lines(rest)


def _rules(report: SurveyReport, corpus: Corpus) -> list[str]:
    """Tell what the rules of a room's vectors notice; the lines of those that notice nothing."""
    from hanzo_conformance.mutate.rules import rule_lines, rule_notices

    if report.staged or len(report.room.packages) > 1:
        return []
    citing: dict[str, list[str]] = {}
    asked = set(report.vectors)
    for vector in corpus.vectors:
        for rule in vector.requirements if vector.id in asked else ():
            citing.setdefault(rule, []).append(vector.id)
    seen_by = [[report.vectors[place] for place in tried.killers] for tried in report.tried]
    lines = rule_lines(report.room.name, rule_notices(citing, seen_by))
    say_lines(lines)
    return lines[1:]


def _smoke(reports: Sequence[SurveyReport], check: bool) -> bool:
    """Write the list, or only say whether it changes; whether it does."""
    from hanzo_conformance.mutate.survey import smallest

    path = smoke_file(None)
    asked = {name for report in reports if not report.staged for name in report.vectors}
    found = smallest(reports)
    text = smoke_text(found)
    changed = not path.is_file() or path.read_text("utf-8") != text
    if changed and not check:
        write_whole(path, text.encode())
    word = ("would change" if check else "written") if changed else "unchanged"
    say(f"{path.name}: {word}; {len(found)} of {counted(len(asked), 'vector')} suffice")
    return changed


def _bar(name: str) -> Callable[[int, int], None]:
    """Shows how far a survey is, on a terminal only."""
    shown = sys.stderr.isatty()

    def show(done: int, total: int) -> None:
        if shown and (done % 10 == 0 or done == total):
            redraw(f"{name}: {done}/{total}", sys.stderr)
            if done == total:
                erase_line(sys.stderr)

    return show
