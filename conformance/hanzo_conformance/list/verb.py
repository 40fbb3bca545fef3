"""``list``: what there is to run, and against whom."""

from __future__ import annotations

from pathlib import Path

import click

from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.engine.selection import select
from hanzo_conformance.implementations.builds import stale
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.implementations.tools import check_tools
from hanzo_conformance.run.choosing import check_domains, check_globs, tell_of_strangers
from hanzo_conformance.terminal.console import say
from hanzo_conformance.values.errors import STATED_ERRORS
from hanzo_conformance.values.wording import counted
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.vector import Vector

DOMAINS = click.option(
    "--domain", "domains", multiple=True, shell_complete=completion.domains,
    help="Only this domain; repeatable.",
)  # fmt: skip
VECTORS = click.option(
    "--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
    help="A folder of vector files instead of the ones shipped here.",
)  # fmt: skip


@click.group("list")
def command() -> None:
    """List implementations, domains, operations, vectors or requirements."""


@command.command("impls")
def implementations() -> None:
    """Every implementation that can be named, and whether it can run here."""
    found = find_implementations(Path.cwd())
    width = max((len(name) for name in found), default=0)
    for name, item in found.items():
        try:
            check_tools(item)
            state = "to be built" if stale(item) else "ready"
        except STATED_ERRORS as problem:
            state = str(problem)
        kind = "default" if item.manifest.default else "by name"
        title = item.manifest.title or item.manifest.language
        say(f"{name:<{width}}  {kind}  {title} ({state})")


@command.command("domains")
@VECTORS
def domains(folder: Path | None) -> None:
    """Every domain with the number of its vectors."""
    corpus = read_corpus(folder)
    width = max(len(name) for name in corpus.titles)
    for name, title in corpus.titles.items():
        count = sum(vector.domain == name for vector in corpus.vectors)
        say(f"{name:<{width}}  {count:>4}  {title}")


@command.command("operations")
@DOMAINS
@VECTORS
def operations(domains: tuple[str, ...], folder: Path | None) -> None:
    """Every operation: name, number of vectors that ask it, number of rules that they show."""
    corpus = read_corpus(folder)
    check_domains(domains, corpus)
    asked: dict[str, list[Vector]] = {}
    for vector in select(corpus.vectors, domains):
        for name in dict.fromkeys(vector.operations):
            asked.setdefault(name, []).append(vector)
    width = max(map(len, asked), default=0)
    for name, found in sorted(asked.items()):
        rules = {rule for vector in found for rule in vector.requirements}
        count = counted(len(found), "vector")
        say(f"{name:<{width}}  {count}, {counted(len(rules), 'requirement')}")


@command.command("vectors")
@DOMAINS
@click.option("-k", "expression", metavar="EXPR", help="Only ids that match.")
@click.option("--operation", "operations", multiple=True, metavar="GLOB",
              shell_complete=completion.operations, help="Only what asks it; repeatable.")  # fmt: skip
@click.option("--requirement", "requirements", multiple=True, metavar="GLOB",
              shell_complete=completion.requirements, help="Only what cites it; repeatable.")  # fmt: skip
@VECTORS
def vectors(
    domains: tuple[str, ...],
    expression: str | None,
    operations: tuple[str, ...],
    requirements: tuple[str, ...],
    folder: Path | None,
) -> None:
    """Every vector: id, level and description."""
    corpus = read_corpus(folder)
    check_domains(domains, corpus)
    check_globs(operations, requirements, corpus)
    tell_of_strangers(expression, corpus)
    for vector in select(
        corpus.vectors, domains, (), expression, operations=operations, requirements=requirements
    ):
        say(f"{vector.id}  {vector.level}  {vector.description}")


@command.command("requirements")
@DOMAINS
@VECTORS
def requirements(domains: tuple[str, ...], folder: Path | None) -> None:
    """Every requirement: id, level, number of vectors, sentence."""
    corpus = read_corpus(folder)
    check_domains(domains, corpus)
    cited: dict[str, int] = dict.fromkeys(corpus.requirements, 0)
    homes: dict[str, str] = {}
    for vector in corpus.vectors:
        for name in vector.requirements:
            cited[name] += 1
            homes[name] = vector.domain
    for name, item in corpus.requirements.items():
        if not domains or homes.get(name) in domains:
            say(f"{name}  {item.level}  {counted(cited[name], 'vector')}  {item.sentence}")
