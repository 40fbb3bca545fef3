"""``run``: put vectors to implementations and judge their answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.plan import LANES, Plan, default_jobs
from hanzo_conformance.engine.selection import select
from hanzo_conformance.engine.shards import cut, parse_shard
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.project import project_folder
from hanzo_conformance.installation.program import program_words
from hanzo_conformance.report.actions import for_workflow
from hanzo_conformance.report.formats import FORMATS, open_reports
from hanzo_conformance.report.terminal import standard_sink
from hanzo_conformance.run.carrying_out import carry_out
from hanzo_conformance.run.choosing import (
    LEVELS,
    TRANSPORTS,
    check_domains,
    check_globs,
    chosen,
    in_ci,
    options_again,
    reached_by,
    tell_of_strangers,
    tell_of_unasked,
)
from hanzo_conformance.run.last_run import read_last_run
from hanzo_conformance.run.remembering import LastRunSink
from hanzo_conformance.terminal.console import say
from hanzo_conformance.terminal.parameters import SECONDS, contain_option
from hanzo_conformance.values.errors import UsageError
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.smoke import read_smoke, smoke_file


@click.command(
    "run",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance run --impl NAME -k 'crlf and not bom'\n"
    "  hanzo-conformance run --impl ./my/runner.toml --require\n"
    "  hanzo-conformance run --impl NAME --last-failed\n"
    "  hanzo-conformance run --report json=run.json --report junit=run.xml",
)
@click.option("--impl", "names", multiple=True, metavar="NAME|PATH|ADDRESS",
              shell_complete=completion.implementations,
              help="An implementation by name, the path of its manifest, or an address: "
              "process:CMD ARGS, docker:IMAGE, http://HOST:PORT, mcp:CMD ARGS. Repeatable. "
              "Without it: all of our own that can run here.")  # fmt: skip
@click.option("--without", "left_out", multiple=True, metavar="NAME",
              help="Leave this one of our own out; repeatable.")  # fmt: skip
@click.option("--domain", "domains", multiple=True, shell_complete=completion.domains,
              help="Only this domain; repeatable.")  # fmt: skip
@click.option("-k", "expression", metavar="EXPR",
              help="Only vectors whose id matches: words with and, or, not, ().")  # fmt: skip
@click.option("--operation", "operations", multiple=True, metavar="GLOB",
              shell_complete=completion.operations,
              help="Only vectors that ask this operation, such as 'sse.*'; repeatable.")  # fmt: skip
@click.option("--requirement", "requirements", multiple=True, metavar="GLOB",
              shell_complete=completion.requirements,
              help="Only vectors that cite this requirement; repeatable.")  # fmt: skip
@click.option("--last-failed", is_flag=True,
              help="Only what was red when it was last run from this project.")  # fmt: skip
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS),
              help="Only vectors of this level; repeatable.")  # fmt: skip
@click.option("--smoke", is_flag=True,
              help="Only the few vectors that notice every mutant of the reference.")  # fmt: skip
@click.option("--shard", "shard", metavar="I/N",
              help="Only the I-th of N parts of the selection; merge joins their records.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N",
              help="Adapter processes at once. Default: one implementation for each processor, each "
              f"and of vectors with a workspace or steps up to {LANES} at once.")  # fmt: skip
@click.option("--isolation", type=click.Choice(["shared", "each"]), default="shared",
              show_default=True, help="One process for many vectors, or one for each.")  # fmt: skip
@click.option("--transport", type=click.Choice(TRANSPORTS),
              help="How to reach them, where their manifests have several ways.")  # fmt: skip
@contain_option
@click.option("--timeout", "timeout_s", type=SECONDS, metavar="S",
              help="Seconds for one answer, instead of the manifest's.")  # fmt: skip
@click.option("--rebuild", is_flag=True, help="Build from nothing, whatever is there.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first divergence that counts.")
@click.option("--require", is_flag=True,
              help="An unsupported operation makes it incomplete, and each of our own that is not "
              "left out by name has to run here; the latter with CI=true, too.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Count vectors of level should like must.")
@click.option("--show", type=click.IntRange(0), default=10, show_default=True, metavar="N",
              help="How many causes of divergences of an implementation to tell in full.")  # fmt: skip
@click.option("--each", is_flag=True,
              help="Tell every divergence instead of one for each cause.")  # fmt: skip
@click.option("--report", "reports", multiple=True, metavar="FORMAT=PATH",
              help=f"Write a report; formats: {', '.join(FORMATS)}. Repeatable.")  # fmt: skip
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
def command(
    names: tuple[str, ...],
    left_out: tuple[str, ...],
    domains: tuple[str, ...],
    expression: str | None,
    operations: tuple[str, ...],
    requirements: tuple[str, ...],
    last_failed: bool,
    levels: tuple[str, ...],
    smoke: bool,
    shard: str | None,
    jobs: int | None,
    isolation: str,
    contain: Contain | None,
    transport: str | None,
    timeout_s: float | None,
    rebuild: bool,
    fail_fast: bool,
    require: bool,
    strict: bool,
    show: int,
    each: bool,
    reports: tuple[str, ...],
    folder: Path | None,
) -> int:
    """Put vectors to implementations and judge what they answer."""
    implementations = [reached_by(item, transport) for item in chosen(names, left_out)]
    if not names:
        tell_of_unasked()
    corpus = read_corpus(folder)
    check_domains(domains, corpus)
    check_globs(operations, requirements, corpus)
    among = read_smoke(smoke_file(folder), corpus.vectors) if smoke else None
    project = project_folder(Path.cwd())
    if last_failed:
        failed = remembered(project, implementations)
        among = failed if among is None else failed & among
    vectors, part = (
        select(
            corpus.vectors, domains, levels, expression, among,
            operations=operations, requirements=requirements,
        ),
        None,
    )  # fmt: skip
    tell_of_strangers(expression, corpus)
    if shard is not None:
        vectors, part = cut(vectors, *parse_shard(shard))
    workers = 1 if jobs is None else max(1, jobs // len(implementations))
    plan = Plan(
        corpus=corpus,
        vectors=vectors,
        implementations=tuple(implementations),
        named=bool(names),
        jobs=jobs or max(default_jobs(), 1),
        workers=workers,
        lanes=LANES if jobs is None else 1,
        isolated=isolation == "each",
        contain=contain,
        timeout_s=timeout_s,
        fail_fast=fail_fast,
        shard=part,
        rebuild=rebuild,
        complete=require or in_ci(os.environ),
        left_out=left_out,
        program=program_words(sys.argv[0], os.environ.get("PATH")),
        again=options_again(folder, timeout_s, contain),
        last=True,
    )
    conclusion = Conclusion(require=require, strict=strict)
    written = open_reports(reports)
    printer = for_workflow(standard_sink(conclusion, show, each=each), sys.stdout, os.environ)
    return carry_out(plan, conclusion, [printer, *written], [LastRunSink(project)])


def remembered(project: Path, implementations: Sequence[Implementation]) -> frozenset[str]:
    """The vectors that were red in the last runs; raises ``UsageError`` where there were none."""
    last = read_last_run(project)
    names = [item.name for item in implementations if item.name in last.implementations]
    if not names:
        raise UsageError(
            f"--last-failed: no run of these implementations is remembered for {project}",
            "run without it first",
        )
    failed = last.failed(names)
    if not failed:
        say("note: nothing was red when it was last run", err=True)
    return failed
