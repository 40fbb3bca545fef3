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
    "  hanzo-conformance doctor conformance/runner.toml\n"
    "  hanzo-conformance init --domain NAME",
)
@click.option("--lang", "language", metavar="LANG",
              help=f"The language of the adapter: {', '.join(languages())}.")  # fmt: skip
@click.option("--domain", metavar="NAME",
              help="Instead of an adapter, a new domain of the reference: a draft.")  # fmt: skip
@click.option("--name", metavar="NAME",
              help="What reports call the implementation. Default: the folder's name.")  # fmt: skip
@click.argument(
    "folder", required=False, metavar="[DIR]", type=click.Path(path_type=Path, file_okay=False)
)
def command(language: str | None, domain: str | None, name: str | None, folder: Path | None) -> int:
    """Write a new adapter with its manifest into DIR, or a new domain into the reference.

    A README and a CI job come with an adapter. It answers the handshake and has no operation yet;
    where to add the first one is marked. A domain comes with one rule as an example of each of its
    files.
    """
    if domain is not None:
        if language or name or folder:
            raise UsageError("--domain goes alone", f"hanzo-conformance init --domain {domain}")
        return _domain(domain)
    if language is None or folder is None:
        raise UsageError(
            "init of what?",
            "an adapter: init --lang LANG DIR; a domain of the reference: init --domain NAME",
        )
    return _adapter(language, name, folder)


def _domain(name: str) -> int:
    from hanzo_conformance.init.domain import lay_out_domain

    written = lay_out_domain(name)
    say("wrote:")
    for path in written:
        say(f"  {path}")
    say("next:")
    say(
        f"  hanzo-conformance vectors check --domain {name}    after every change; it says what is next"
    )
    return ExitCode.CONFORMANT


def _adapter(language: str, name: str | None, folder: Path) -> int:
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
