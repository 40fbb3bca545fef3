"""``requirements``: what is specified, and which vectors show it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from hanzo_conformance.requirements.reviews import read_reviews, reviews_file, write_reviews
from hanzo_conformance.requirements.standing import RequirementStanding, fingerprint, standings
from hanzo_conformance.requirements.standing_text import (
    closing_line,
    standing_lines,
    standing_value,
)
from hanzo_conformance.run.choosing import check_domains
from hanzo_conformance.terminal.console import Styled, say, say_json, say_lines
from hanzo_conformance.values.errors import ConformanceError, ExitCode, UnknownNameError, UsageError
from hanzo_conformance.values.wording import counted
from hanzo_vectors.errors import FileError
from hanzo_vectors.reading import Corpus, read_corpus


@click.command(
    "requirements",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance requirements --check\n"
    "  hanzo-conformance requirements ID ID --reviewed\n"
    "  hanzo-conformance requirements --reviewed --all",
)
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
@click.option("--check", is_flag=True,
              help="Tell only what is wrong, and exit 1 then: a must without a vector or without "
              "an anchored one, a vector of nothing stated, a sentence that has changed since "
              "its vectors were reviewed.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="A JSON array instead of text.")
@click.option("--reviewed", is_flag=True,
              help="Note that the vectors of these requirements fit their sentences.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="With --reviewed: of all requirements.")
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
def command(
    names: tuple[str, ...],
    domains: tuple[str, ...],
    check: bool,
    as_json: bool,
    reviewed: bool,
    every: bool,
    folder: Path | None,
) -> int:
    """Show each requirement, its state, its vectors."""
    try:
        corpus = read_corpus(folder)
    except FileError as problem:
        if not check:
            raise
        # A vector of no requirement, or of one that is not stated, is what was asked about.
        verdict = ConformanceError(str(problem), problem.hint)
        verdict.exit_code = ExitCode.DIVERGES
        raise verdict from None
    check_domains(domains, corpus)
    _check_ids(names, corpus)
    path = reviews_file(folder)
    reviews = read_reviews(path)
    found = [
        standing
        for standing in standings(
            corpus.requirements.values(), corpus.homes, corpus.vectors, reviews, corpus.drafts
        )
        if (not domains or standing.domain in domains) and (not names or standing.entry.id in names)
    ]
    if reviewed:
        if not names and not every:
            raise UsageError("--reviewed of what?", "name requirements, or say --all")
        return _note(path, reviews, found, corpus)
    if every:
        raise UsageError("--all goes with --reviewed")
    if as_json:
        told = [standing_value(standing) for standing in found]
        say_json(json.dumps(told, ensure_ascii=False, indent=1))
    elif not check:
        for standing in found:
            say_lines(standing_lines(standing))
        say(closing_line(found))
    gone = [] if names or domains else [name for name in reviews if name not in corpus.requirements]
    return _judge(found, gone, aside=as_json) if check else ExitCode.CONFORMANT


def _check_ids(names: Sequence[str], corpus: Corpus) -> None:
    for name in names:
        if name not in corpus.requirements:
            raise UnknownNameError("requirement", name, list(corpus.requirements))


def _note(
    path: Path, reviews: dict[str, str], found: Sequence[RequirementStanding], corpus: Corpus
) -> ExitCode:
    """Write the list anew: these reviewed, the others as they were, the gone ones left out."""
    fresh = {standing.entry.id: fingerprint(standing.entry) for standing in found}
    known = {**reviews, **fresh}
    kept = {name: known[name] for name in corpus.requirements if name in known}
    write_reviews(path, kept)
    changed = sum(standing.review != "current" for standing in found)
    say(f"{path.name}: {len(found)} reviewed, {changed} of them new or changed")
    return ExitCode.CONFORMANT


def _judge(found: Sequence[RequirementStanding], gone: Sequence[str], *, aside: bool) -> ExitCode:
    """Say what is wrong and which vectors to look at; ``aside`` of what programs read."""
    count = len(gone)
    for standing in found:
        for text in standing.problems():
            count += not standing.draft
            colour = "yellow" if standing.draft else "red"
            of = " (a draft)" if standing.draft else ""
            say(Styled(f"{text}{of}: {standing.entry.sentence}", colour), err=aside)
        if standing.review != "current":
            if standing.vectors:
                say(f"  review  {', '.join(standing.vectors)}", err=aside)
            then = f"hanzo-conformance requirements {standing.entry.id} --reviewed"
            say(f"  then    {then}", err=aside)
    for name in gone:
        say(Styled(f"{name} was reviewed, and is not stated any more", "red"), err=aside)
        say("  then    hanzo-conformance requirements --reviewed --all", err=aside)
    say(f"{closing_line(found)}; {counted(count, 'problem')}", err=aside)
    if count:
        return ExitCode.DIVERGES
    # Where nothing was looked at, nothing was found.
    return ExitCode.CONFORMANT if found else ExitCode.INCOMPLETE
