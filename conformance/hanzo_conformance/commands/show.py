"""``show``: everything about one vector."""

from __future__ import annotations

import json

import click

from hanzo_conformance.commands import completion
from hanzo_conformance.files.vectors import Corpus, read_corpus
from hanzo_conformance.pure.strict_json import pretty
from hanzo_conformance.sinks.console import Styled, say, say_document
from hanzo_conformance.values.errors import UnknownNameError
from hanzo_conformance.values.vector import Scenario, Turn, Vector


@click.command("show")
@click.argument("vector_id", metavar="VECTOR", shell_complete=completion.vectors)
def command(vector_id: str) -> None:
    """Show one vector: what it asks, what it expects, and why."""
    corpus = read_corpus()
    vector = find_vector(vector_id, corpus)
    say(Styled(vector.id, bold=True))
    say(vector.description)
    say()
    for name in vector.requirements:
        item = corpus.requirements[name]
        say(f"{name} ({item.level}): {item.sentence}")
        say(f"  source: {item.source}")
        if item.why:
            say(f"  why: {item.why}")
        if item.deviation:
            say(f"  deviation: {item.deviation}")
    if vector.scenario is None:
        say()
        say(f"operation {vector.operation}")
        _show("input", vector.params)
        _show_expected(vector)
    else:
        _show_scenario(vector.scenario)
    if vector.anchor:
        say(f"the expected value is written by hand from {vector.anchor}")


def _show_scenario(scenario: Scenario) -> None:
    if scenario.workspace is not None:
        say()
        _show("workspace", scenario.workspace)
    for number, turn in enumerate(scenario.turns, 1):
        say()
        say(f"step {number} of {len(scenario.turns)}")
        if turn.before is not None:
            _show("before it, from outside,", turn.before)
        say(f"operation {turn.operation}")
        _show("input", turn.input)
        _show_expected(turn)
    if scenario.after is not None:
        say()
        _show("after the last step", scenario.after)


def _show_expected(question: Vector | Turn) -> None:
    if question.error is None:
        _show("expected result", question.result or b"null")
    else:
        _show("expected error", question.error)
    if question.where:
        _show("where", question.where)


def _show(word: str, body: bytes) -> None:
    say_document(f"{word} {pretty(json.loads(body))}")


def find_vector(vector_id: str, corpus: Corpus) -> Vector:
    """The vector with this id; raises ``UnknownNameError`` with the nearest ids."""
    for vector in corpus.vectors:
        if vector.id == vector_id:
            return vector
    raise UnknownNameError("vector", vector_id, [vector.id for vector in corpus.vectors])
