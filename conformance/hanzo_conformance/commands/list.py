"""``list``: what there is to run, and against whom."""

from __future__ import annotations

from pathlib import Path

import click

from hanzo_conformance.commands.run import check_domains
from hanzo_conformance.files.builds import stale
from hanzo_conformance.files.manifests import find_implementations
from hanzo_conformance.files.tools import check_tools
from hanzo_conformance.files.vectors import read_corpus
from hanzo_conformance.pure.selection import select
from hanzo_conformance.sinks.console import say
from hanzo_conformance.values.errors import ConformanceError


@click.group("list")
def command() -> None:
    """List implementations, domains, vectors or requirements."""


@command.command("impls")
def implementations() -> None:
    """Every implementation that can be named, and whether it can run here."""
    found = find_implementations(Path.cwd())
    width = max((len(name) for name in found), default=0)
    for name, item in found.items():
        try:
            check_tools(item)
            state = "to be built" if stale(item) else "ready"
        except ConformanceError as problem:
            state = str(problem)
        kind = "default" if item.manifest.default else "by name"
        title = item.manifest.title or item.manifest.language
        say(f"{name:<{width}}  {kind}  {title} ({state})")


@command.command("domains")
def domains() -> None:
    """Every domain with the number of its vectors."""
    corpus = read_corpus()
    width = max(len(name) for name in corpus.titles)
    for name, title in corpus.titles.items():
        count = sum(vector.domain == name for vector in corpus.vectors)
        say(f"{name:<{width}}  {count:>4}  {title}")


@command.command("vectors")
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
@click.option("-k", "expression", metavar="EXPR", help="Only ids that match.")
def vectors(domains: tuple[str, ...], expression: str | None) -> None:
    """Every vector: id, level and description."""
    corpus = read_corpus()
    check_domains(domains, corpus)
    for vector in select(corpus.vectors, domains, (), expression):
        say(f"{vector.id}  {vector.level}  {vector.description}")


@command.command("requirements")
@click.option("--domain", "domains", multiple=True, help="Only this domain; repeatable.")
def requirements(domains: tuple[str, ...]) -> None:
    """Every requirement: id, level, number of vectors, sentence."""
    corpus = read_corpus()
    check_domains(domains, corpus)
    cited: dict[str, int] = dict.fromkeys(corpus.requirements, 0)
    homes: dict[str, str] = {}
    for vector in corpus.vectors:
        for name in vector.requirements:
            cited[name] += 1
            homes[name] = vector.domain
    for name, item in corpus.requirements.items():
        if not domains or homes.get(name) in domains:
            say(f"{name}  {item.level}  {cited[name]} vectors  {item.sentence}")
