"""``fuzz sequences``: for what touches the system, several operations over one workspace."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.terminal.console import say, say_lines
from hanzo_conformance.terminal.parameters import SECONDS, contain_option
from hanzo_conformance.terminal.text import printable, value
from hanzo_conformance.values.errors import ExitCode, UsageError
from hanzo_conformance.values.wording import counted

DEFAULT_SECONDS = 60.0
SHOWN = 4000


@click.command("sequences")
@click.option("--domain", "domains", multiple=True, required=True, metavar="NAME",
              help="A domain whose vectors have workspaces; repeatable.")  # fmt: skip
@click.option("--impl", "names", multiple=True, metavar="NAME|PATH",
              help="Whom to ask; repeatable. Default: all of our own.")  # fmt: skip
@click.option("--steps", type=click.IntRange(1), metavar="N",
              help="Stop after this many steps of each domain.")  # fmt: skip
@click.option("--seconds", type=SECONDS, metavar="S",
              help=f"Stop after this time for each domain. Default: {DEFAULT_SECONDS:g}, without "
              "--steps.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
              help="The same seed asks the same.")  # fmt: skip
@click.option("--tree", "trees", multiple=True, metavar="DIR",
              type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Lay out files of this folder, too; repeatable.")  # fmt: skip
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Keep what is found as vectors with steps, in a folder of yours.")  # fmt: skip
@click.option("--requirement", "requirements", multiple=True, metavar="ID",
              help="With --into: what the vectors cite; repeatable.")  # fmt: skip
@click.option("--timeout", "timeout_s", type=SECONDS, metavar="S",
              help="Seconds for one answer, instead of the manifest's.")  # fmt: skip
@contain_option
def sequences(
    domains: tuple[str, ...],
    names: tuple[str, ...],
    steps: int | None,
    seconds: float | None,
    seed: int,
    trees: tuple[Path, ...],
    into: Path | None,
    requirements: tuple[str, ...],
    timeout_s: float | None,
    contain: Contain | None,
) -> int:
    """Search for sequences of operations on which implementations diverge.

    Steps are drawn from the vectors of a domain and from the schemas of its operations, files from the
    vectors and from real folders, and some are changed. The reference works them off
    on this machine, in a workspace of its own: name domains whose operations you would run here.
    Exit status 1 when anything diverges, 4 when somebody was asked nothing.
    """
    from hanzo_conformance.report.actions import quoted
    from hanzo_conformance.run.carrying_out import signals

    if (into is None) != (not requirements):
        raise UsageError("--into and --requirement go together", "a vector cites a requirement")
    found: list[str] = []
    unasked: list[str] = []
    interrupted = threading.Event()
    with signals(interrupted), quoted(sys.stdout, os.environ):
        for name in domains:
            unasked += _campaign(
                name, names, steps, seconds, seed, trees, timeout_s, contain, interrupted.is_set,
                _teller(found, into, requirements),
            )  # fmt: skip
    if interrupted.is_set():
        return ExitCode.INTERRUPTED
    if found:
        return ExitCode.DIVERGES
    return ExitCode.INCOMPLETE if unasked else ExitCode.CONFORMANT


def _teller(
    found: list[str], into: Path | None, requirements: tuple[str, ...]
) -> Callable[[Any], None]:
    """What tells a divergence, and keeps it where that is asked."""
    from hanzo_conformance.fuzz.saving import Wish, save
    from hanzo_conformance.fuzz.sequence_text import divergence_lines
    from hanzo_vectors.strict_json import dumps

    def tell(divergence: Any) -> None:
        found.append(divergence.implementation)
        say_lines(divergence_lines(divergence))
        if into is None or divergence.entry is None:
            say(f"  as JSON   {value(divergence.entry or divergence.sequence, SHOWN)}")
            return
        slug = f"found-{hashlib.sha256(dumps(divergence.entry)).hexdigest()[:10]}"
        description = f"What {divergence.implementation} was found to do otherwise"
        wish = Wish(slug, description, requirements, into)
        operation = divergence.sequence["steps"][0]["operation"]
        name, _ = save(wish, operation, divergence.entry, None)
        say(f"  saved     {name}")
        place = shlex.quote(str(into / "test-vectors"))
        say(f"  see       hanzo-conformance replay {name} --vectors {place} "
            f"--impl {shlex.quote(divergence.implementation)}")  # fmt: skip

    return tell


def _campaign(
    name: str,
    names: tuple[str, ...],
    steps: int | None,
    seconds: float | None,
    seed: int,
    trees: tuple[Path, ...],
    timeout_s: float | None,
    contain: Contain | None,
    interrupted: Callable[[], bool],
    tell: Callable[[Any], None],
) -> list[str]:
    """Fuzz one domain; the names of those of whom nothing could be judged."""
    from hanzo_conformance.fuzz.free_parts import FreeParts
    from hanzo_conformance.fuzz.oracle import published
    from hanzo_conformance.fuzz.real_trees import RealTrees
    from hanzo_conformance.fuzz.sequence_campaign import Campaign
    from hanzo_conformance.fuzz.sequence_trial import Trial
    from hanzo_conformance.fuzz.sequences import Sequences
    from hanzo_conformance.run.choosing import check_domains, chosen
    from hanzo_conformance.transports.surroundings import Surroundings
    from hanzo_reference.spec import contract
    from hanzo_reference.spec.calls import takes
    from hanzo_vectors.reading import read_corpus

    corpus = read_corpus()
    check_domains((name,), corpus)
    implementations = chosen(names)
    if not implementations:
        raise UsageError("there is no implementation to ask", "name one with --impl")
    domain = next(item for item in contract.domains() if item.id == name)

    def fits(operation: str, params: Any) -> bool:
        # Not by the published schema: what breaks the rules of an action is answered, too.
        declared = contract.operation(domain, operation)
        return declared is not None and takes(declared, {**params, "workspace": "/workspace"})

    def schema(operation: str) -> dict[str, Any]:
        return published(operation, "input").in_one_piece()

    drawing = Sequences(corpus.vectors, name, fits, schema, RealTrees(list(trees)))
    if not drawing.are_there:
        raise UsageError(
            f"no vector of {name} has a workspace", "what has none is for fuzz without sequences"
        )
    with Surroundings(contain) as around:
        trials: list[Trial] = []
        try:
            for item in implementations:
                around.prepare(item, _building, interrupted)
                trials.append(Trial(item, around, timeout_s, interrupted))
            campaign = Campaign(domain, drawing, trials, tell, FreeParts(corpus.vectors))
            limit = seconds if seconds or steps else DEFAULT_SECONDS
            campaign.run(seed, steps, limit, interrupted)
        finally:
            for trial in trials:
                trial.close()
    tally = campaign.tally
    asked = ", ".join(printable(trial.name) for trial in trials)
    said = [f"{counted(tally.steps, 'step')} in {counted(tally.sequences, 'sequence')}"]
    if tally.refused:
        said.append(f"{tally.refused} not asked, as the reference does not take them")
    if tally.unsteady:
        said.append(f"{tally.unsteady} set aside, as the reference itself answers each time anew")
    say(f"{printable(name)}: {'; '.join(said)}; asked: {asked}")
    unasked = [printable(who) for who, count in tally.judged.items() if not count]
    if unasked:
        say(f"incomplete: nothing of {printable(name)} was judged of {', '.join(unasked)}")
    return unasked


def _building(words: list[str]) -> None:
    say(f"building: {printable(shlex.join(words))}", err=True)
