"""``completion``: the script that lets a shell complete verbs, options, names and ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from hanzo_conformance.files.manifests import find_implementations
from hanzo_conformance.files.vectors import read_corpus
from hanzo_conformance.sinks.console import say_document
from hanzo_conformance.values.errors import ConformanceError

PROGRAM = "hanzo-conformance"
# click looks at the environment for this, and answers the shell instead of running.
VARIABLE = "_HANZO_CONFORMANCE_COMPLETE"
SHELLS = ("bash", "zsh", "fish")

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


@click.command(
    "completion",
    epilog="\b\nExamples:\n"
    f'  eval "$({PROGRAM} completion bash)"    # in ~/.bashrc\n'
    f'  eval "$({PROGRAM} completion zsh)"     # in ~/.zshrc\n'
    f"  {PROGRAM} completion fish | source     # in config.fish",
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print what makes a SHELL complete command lines."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    say_document(kind(context.find_root().command, {}, PROGRAM, VARIABLE).source())


def _from(candidates: Callable[[], Iterable[str]]) -> Completer:
    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        try:
            return [name for name in candidates() if name.startswith(begun)]
        except ConformanceError:
            # A shell waits for names; what is wrong with files is told when a verb is run.
            return []

    return complete


implementations = _from(lambda: find_implementations(Path.cwd()))
domains = _from(lambda: read_corpus().titles)
operations = _from(
    lambda: sorted({name for vector in read_corpus().vectors for name in vector.operations})
)
requirements = _from(lambda: read_corpus().requirements)
vectors = _from(lambda: [vector.id for vector in read_corpus().vectors])
subjects = _from(
    lambda: [
        *(vector.id for vector in read_corpus().vectors),
        *sorted({name for vector in read_corpus().vectors for name in vector.operations}),
        *read_corpus().requirements,
    ]
)
