"""``show``: everything about one vector, one operation or one requirement."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import click

from hanzo_conformance.completion import candidates as completion
from hanzo_conformance.implementations.project import project_folder
from hanzo_conformance.run.last_run import read_last_run
from hanzo_conformance.show.finding import find_vector
from hanzo_conformance.show.subject_text import operation_lines, requirement_lines
from hanzo_conformance.show.vector_text import full_lines, screen_lines
from hanzo_conformance.terminal.console import Styled, say, say_lines
from hanzo_conformance.terminal.progress import STANDARD_WIDTH
from hanzo_conformance.values.errors import UnknownNameError
from hanzo_vectors.operation_inputs import OperationInputs
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.vector import RequirementEntry, Vector

# Of a screen that does not say how high it is, and of one on which nothing could be told.
STANDARD_HEIGHT, LEAST_HEIGHT = 24, 10


@click.command(
    "show",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance show FILE/SLUG           a vector: what it asks and expects, and why\n"
    "  hanzo-conformance show DOMAIN.OPERATION    schema, rules, vectors\n"
    "  hanzo-conformance show RULE-1              sentence, source, vectors, who violated it last",
)
@click.argument("name", metavar="VECTOR|OPERATION|REQUIREMENT", shell_complete=completion.subjects)
@click.option("--full", is_flag=True, help="All of a vector, however long.")
@click.option("--raw", is_flag=True,
              help="All of a vector, its values as its file has them: base64 and rules too.")  # fmt: skip
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
def command(name: str, full: bool, raw: bool, folder: Path | None) -> None:
    """Show everything about one vector, one operation or one requirement.

    A vector is told on one screen.
    """
    corpus = read_corpus(folder)
    if name in corpus.requirements:
        _show_requirement(corpus.requirements[name], corpus)
    elif "/" not in name and (asking := _asking(name, corpus)):
        _show_operation(name, asking, corpus, folder)
    else:
        _show_vector(_find(name, corpus), corpus, full=full, raw=raw)


def _show_requirement(entry: RequirementEntry, corpus: Corpus) -> None:
    citing = [vector for vector in corpus.vectors if entry.id in vector.requirements]
    last = read_last_run(project_folder(Path.cwd()))
    say_lines(requirement_lines(entry, corpus.homes[entry.id], citing, last))


def _asking(name: str, corpus: Corpus) -> list[Vector]:
    return [vector for vector in corpus.vectors if name in vector.operations]


def _show_operation(
    name: str, asking: Sequence[Vector], corpus: Corpus, folder: Path | None
) -> None:
    cited = dict.fromkeys(rule for vector in asking for rule in vector.requirements)
    rules = [corpus.requirements[rule] for rule in corpus.requirements if rule in cited]
    sides = OperationInputs(folder).sides(asking[0], name)
    say_lines(operation_lines(name, sides, rules, asking))


def _find(name: str, corpus: Corpus) -> Vector:
    """The vector; raises ``UnknownNameError`` for the kind of thing that the name looks like."""
    if re.fullmatch("[a-z0-9_]+[.][a-z0-9_]+", name):
        known = {each for vector in corpus.vectors for each in vector.operations}
        raise UnknownNameError("operation", name, sorted(known))
    if re.fullmatch("[A-Za-z]+-?[0-9]+", name):
        raise UnknownNameError("requirement", name, list(corpus.requirements))
    return find_vector(name, corpus)


def _show_vector(vector: Vector, corpus: Corpus, *, full: bool, raw: bool) -> None:
    say(Styled(vector.id, bold=True))
    if full or raw:
        say_lines(full_lines(vector, corpus.requirements, raw=raw))
        return
    width, height = shutil.get_terminal_size((STANDARD_WIDTH, STANDARD_HEIGHT))
    # Above is the id, below the prompt.
    say_lines(screen_lines(vector, corpus.requirements, width, max(height, LEAST_HEIGHT) - 2))
