"""``fuzz``: implementations against the reference, on inputs that nobody thought of."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.fuzz.sequences_verb import sequences
from hanzo_conformance.installation.program import program_words
from hanzo_conformance.run.carrying_out import signals
from hanzo_conformance.run.choosing import check_domains, chosen, options_again
from hanzo_conformance.terminal.console import Styled, say, say_lines
from hanzo_conformance.terminal.parameters import SECONDS, contain_option
from hanzo_conformance.values.errors import STATED_ERRORS, ExitCode, UsageError
from hanzo_conformance.values.wording import counted
from hanzo_vectors.reading import read_corpus

DEFAULT_SECONDS = 60.0


def database_option(command: Any) -> Any:
    """``--database``, the same for every verb of findings."""
    return click.option(
        "--database", metavar="DIR|URL",
        help="Where findings are kept: a folder, or redis://HOST:PORT/NUMBER for a team. "
        "Default: a folder in the user's cache.",
    )(command)  # fmt: skip


@click.group(
    "fuzz",
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  hanzo-conformance fuzz --impl NAME --impl NAME --seconds 300\n"
    "  hanzo-conformance fuzz --impl NAME --domain NAME --examples 1000000 --jobs 2\n"
    "  hanzo-conformance fuzz sequences --domain NAME --impl NAME --steps 10000\n"
    "  hanzo-conformance fuzz findings\n"
    "  hanzo-conformance fuzz promote FINDING --slug SLUG --description TEXT \\\n"
    "      --requirement ID",
)
@click.option("--impl", "names", multiple=True, metavar="NAME|PATH",
              help="An implementation by name, or the path of its manifest; repeatable. "
              "Without it: all of our own.")  # fmt: skip
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
@click.option("--seconds", type=SECONDS, metavar="S",
              help=f"Stop after this time. Default: {DEFAULT_SECONDS:g}, without --examples.")  # fmt: skip
@click.option("--examples", type=click.IntRange(1), metavar="N",
              help="Stop after drawing this many inputs for each domain; repeats among them "
              "are not asked.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
              help="The same seed asks the same, whatever --jobs.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N",
              help="Processes that draw, answer and ask at once. Default: as many as there are "
              "processors.")  # fmt: skip
@contain_option
@click.option("--timeout", "timeout_s", type=SECONDS, metavar="S",
              help="Seconds for one answer, instead of the manifest's.")  # fmt: skip
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
@database_option
@click.pass_context
def command(
    ctx: click.Context,
    names: tuple[str, ...],
    domains: tuple[str, ...],
    seconds: float | None,
    examples: int | None,
    seed: int,
    jobs: int | None,
    contain: Contain | None,
    timeout_s: float | None,
    folder: Path | None,
    database: str | None,
) -> int:
    """Search for inputs on which implementations diverge.

    What is found is made small, kept, and asked again first the next time. Exit status 1 when
    anything diverges.
    """
    if ctx.invoked_subcommand is not None:
        return ExitCode.CONFORMANT
    from hanzo_conformance.engine.plan import default_jobs
    from hanzo_conformance.fuzz.campaign import Campaign
    from hanzo_conformance.fuzz.findings import open_store
    from hanzo_conformance.fuzz.findings_text import FindingsSink
    from hanzo_conformance.fuzz.plan import Plan
    from hanzo_conformance.report.actions import quoted

    implementations = chosen(names)
    if not implementations:
        raise UsageError("there is no implementation to fuzz", "name one with --impl")
    corpus = read_corpus(folder)
    check_domains(domains, corpus)
    plan = Plan(
        corpus=corpus,
        folder=folder,
        implementations=tuple(implementations),
        domains=domains or tuple(sorted(corpus.titles)),
        named=bool(domains),
        seed=seed,
        jobs=jobs or default_jobs(),
        examples=examples,
        seconds=seconds if seconds or examples else DEFAULT_SECONDS,
        timeout_s=timeout_s,
        contain=contain,
    )
    sink = FindingsSink(corpus.requirements, sys.stdout, bar=sys.stdout.isatty())
    # What implementations answer is shown, and is no command to whoever reads our output.
    with quoted(sys.stdout, os.environ), _stopping() as interrupted:
        try:
            summary = Campaign(plan, open_store(database), sink, interrupted).run()
        finally:
            sink.close()
    return close(summary, database)


def chosen_database(ctx: click.Context, database: str | None) -> str | None:
    """A verb's ``--database``, be it said behind the verb or before it, as for ``fuzz`` itself."""
    before = ctx.parent.params.get("database") if ctx.parent is not None else None
    return database if database is not None else before


def close(summary: Any, database: str | None) -> ExitCode:
    """Tell what a campaign came to; its status."""
    asked = sum(summary.asked.values())
    rate = asked / summary.seconds if summary.seconds else 0.0
    say()
    for domain, count in summary.asked.items():
        say(f"  {domain}: {counted(count, 'input')}")
    unasked = [domain for domain, count in summary.asked.items() if not count]
    told = f"{counted(asked, 'input')}, {counted(summary.judged, 'answer')} in {summary.seconds:.1f} s ({rate:,.0f}/s)"
    if summary.open:
        say(Styled(counted(summary.open, "finding"), "red", bold=True), f": {told}")
        # The address of a server may hold a password.
        same = database if database is None or "://" not in database else "URL"
        where = "" if same is None else f" --database {shlex.quote(same)}"
        say(f"one becomes a vector by: hanzo-conformance fuzz promote FINDING{where}")
    elif unasked:
        say(Styled("not fuzzed", "yellow", bold=True), f": {told}; of {', '.join(unasked)} nothing")
    elif not summary.judged:
        say(Styled("nothing was asked", "yellow", bold=True), f": {told}")
    else:
        say(Styled("nothing found", "green", bold=True), f": {told}")
    if summary.interrupted:
        return ExitCode.INTERRUPTED
    if summary.open:
        return ExitCode.DIVERGES
    return ExitCode.CONFORMANT if summary.judged and not unasked else ExitCode.INCOMPLETE


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """While inside, what ends a process sets the event instead."""
    interrupted = threading.Event()
    with signals(interrupted):
        yield interrupted


@command.command("findings")
@database_option
@click.pass_context
def findings(ctx: click.Context, database: str | None) -> int:
    """List what was found, in full for those that are open."""
    from hanzo_conformance.fuzz.findings import open_store
    from hanzo_conformance.fuzz.findings_text import finding_lines
    from hanzo_conformance.report.actions import quoted

    store = open_store(chosen_database(ctx, database))
    requirements = read_corpus().requirements
    known = store.all()
    with quoted(sys.stdout, os.environ):
        for finding in known:
            state = "" if finding.state == "open" else f" ({finding.state})"
            first, *rest = finding_lines(finding, requirements)
            say(f"{first}{state}")
            if finding.state == "open":
                say_lines(rest)
                say(f"  kept      {store.where(finding.id)}")
                say()
    if not known:
        say("nothing was found yet: hanzo-conformance fuzz")
    return ExitCode.CONFORMANT


@command.command("promote")
@click.argument("name", metavar="FINDING")
@click.option("--slug", default="", help="The vector's name in its file; stable for ever.")
@click.option("--description", default="", metavar="TEXT", help="What it shows, in one sentence.")
@click.option("--requirement", "requirements", multiple=True, metavar="ID",
              help="A requirement that it shows; repeatable.")  # fmt: skip
@click.option("--flag", "flags", multiple=True, help="A class of bugs, as cases.py declares them.")
@click.option("--impl", metavar="NAME|PATH",
              help="Whom to ask again. Default: the implementation that was found to diverge.")  # fmt: skip
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="The folder that holds schemas/ and test-vectors/; where the reference is an "
              "installed package, any folder of yours.")  # fmt: skip
@contain_option
@database_option
@click.pass_context
def promote(
    ctx: click.Context,
    name: str,
    slug: str,
    description: str,
    requirements: tuple[str, ...],
    flags: tuple[str, ...],
    impl: str | None,
    into: Path | None,
    contain: Contain | None,
    database: str | None,
) -> int:
    """Make a vector of a finding: a case of the reference, and generated files.

    What the vector expects is what the reference answers: read it before you commit it.
    """
    from hanzo_conformance.fuzz import promotion
    from hanzo_conformance.fuzz.findings import find_finding, open_store
    from hanzo_conformance.terminal.text import value

    store = open_store(chosen_database(ctx, database))
    finding = find_finding(name, store)
    proposal = promotion.Proposal(slug, description, requirements, flags)
    done = promotion.promote(finding, proposal, into)
    store.remove(finding.id)
    if done.case_file is not None:
        say(f"case: {done.case_file}")
    for path in done.changed:
        say(f"changed: {path}")
    say(f"vector {done.vector_id}")
    say(f"  input     {value(finding.input)}")
    say(f"  expected  {value(done.expected)}")
    _run_again(done.vector_id, impl or finding.signature.implementation, into, contain)
    return ExitCode.CONFORMANT


def _run_again(vector_id: str, name: str, into: Path | None, contain: Contain | None) -> None:
    """Put the new vector to the implementation that it was found with, and show what comes."""
    from hanzo_conformance.engine.conclusion import Conclusion
    from hanzo_conformance.engine.plan import Plan
    from hanzo_conformance.report.actions import quoted
    from hanzo_conformance.report.terminal import standard_sink
    from hanzo_conformance.run.carrying_out import carry_out
    from hanzo_conformance.show.finding import find_vector
    from hanzo_vectors.shipped import shipped_folder

    corpus = read_corpus((into or shipped_folder()) / "test-vectors")
    try:
        implementations = tuple(chosen((name,)))
    except STATED_ERRORS as problem:
        say(f"note: {name} was not asked again: {problem}; --impl names a manifest")
        return
    plan = Plan(
        corpus=corpus,
        vectors=(find_vector(vector_id, corpus),),
        implementations=implementations,
        named=True,
        jobs=1,
        contain=contain,
        program=program_words(sys.argv[0], os.environ.get("PATH")),
        again=options_again(into and into / "test-vectors", None, contain),
    )
    conclusion = Conclusion(require=False, strict=True)
    with quoted(sys.stdout, os.environ):
        carry_out(plan, conclusion, [standard_sink(conclusion, 1)])


command.add_command(sequences)
