"""``show``: everything about one vector."""

from __future__ import annotations

import json

import click

from hanzo_conformance.commands import completion
from hanzo_conformance.files.vectors import Corpus, read_corpus
from hanzo_conformance.pure.strict_json import pretty
from hanzo_conformance.values.errors import UnknownNameError
from hanzo_conformance.values.vector import Vector


@click.command("show")
@click.argument("vector_id", metavar="VECTOR", shell_complete=completion.vectors)
def command(vector_id: str) -> None:
    """Show one vector: what it asks, what it expects, and why."""
    corpus = read_corpus()
    vector = find_vector(vector_id, corpus)
    click.secho(vector.id, bold=True)
    click.echo(f"{vector.description}\n")
    for name in vector.requirements:
        item = corpus.requirements[name]
        click.echo(f"{name} ({item.level}): {item.sentence}\n  source: {item.source}")
        if item.why:
            click.echo(f"  why: {item.why}")
        if item.deviation:
            click.echo(f"  deviation: {item.deviation}")
    click.echo(f"\noperation {vector.operation}")
    click.echo("input " + pretty(json.loads(vector.params)).rstrip())
    kind, body = ("result", vector.result) if vector.error is None else ("error", vector.error)
    click.echo(f"expected {kind} " + pretty(json.loads(body or b"null")).rstrip())
    if vector.where:
        click.echo("where " + pretty(json.loads(vector.where)).rstrip())
    if vector.anchor:
        click.echo(f"the expected value is written by hand from {vector.anchor}")


def find_vector(vector_id: str, corpus: Corpus) -> Vector:
    """The vector with this id; raises ``UnknownNameError`` with the nearest ids."""
    for vector in corpus.vectors:
        if vector.id == vector_id:
            return vector
    raise UnknownNameError("vector", vector_id, [vector.id for vector in corpus.vectors])
