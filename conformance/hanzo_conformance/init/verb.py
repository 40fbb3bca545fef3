"""``init``: a new adapter to begin with, in one of the languages that there are templates for."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from hanzo_conformance.init.templates import languages, lay_out, words_for
from hanzo_conformance.terminal.console import say
from hanzo_conformance.values.errors import ExitCode, UsageError

WORKFLOW = "github-workflow.yml"


@click.command(
    "init",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance init --lang LANG conformance\n"
    "  hanzo-conformance doctor conformance/runner.toml",
)
@click.option("--lang", "language", required=True, metavar="LANG",
              help=f"The language of the adapter: {', '.join(languages())}.")  # fmt: skip
@click.option("--name", metavar="NAME",
              help="What reports call the implementation. Default: the folder's name.")  # fmt: skip
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def command(language: str, name: str | None, folder: Path) -> int:
    """Write a new adapter with its manifest into DIR.

    A README and a CI job come with it. It answers the handshake and has no operation yet; where to
    add the first one is marked.
    """
    from hanzo_conformance.implementations.manifests import MANIFEST
    from hanzo_conformance.installation.origin import pinned_requirement
    from hanzo_conformance.story.suggestion import suggest
    from hanzo_vectors.reading import read_corpus

    name = name or _name_of(folder.resolve().name)
    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
        raise UsageError(
            f"{name!r} is no name for an implementation",
            "names are lower-case letters, digits and hyphens: --name my-implementation",
        )
    manifest = (folder / MANIFEST).as_posix()
    first = suggest(read_corpus().vectors)
    assert first is not None
    requirement = pinned_requirement()
    written = lay_out(language, folder, words_for(name, manifest, first, requirement))
    say(f"wrote to {folder}: {', '.join(written)}")
    # What stands alone would be taken for a name.
    path = shlex.quote(manifest)
    say("next:")
    say(f"  hanzo-conformance doctor {path}")
    say(f"  hanzo-conformance run --impl {path}")
    if requirement is None:
        say(f"  say in {WORKFLOW} what pip installs: it is not known where this comes from")
    say(f"  hanzo-conformance show {first.vector}    the first operation to write")
    return ExitCode.CONFORMANT


def _name_of(folder: str) -> str:
    """A name made of a folder's."""
    return re.sub("[^a-z0-9]+", "-", folder.lower()).strip("-")
