"""What the options of a verb choose: implementations, domains, operations, requirements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.selection import strangers, unmatched
from hanzo_conformance.implementations.address import transport_kind
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.implementations.manifests import choose, find_implementations
from hanzo_conformance.installation.places import data_folder
from hanzo_conformance.terminal.console import say
from hanzo_conformance.values.errors import UnknownNameError, UsageError
from hanzo_vectors.reading import Corpus

TRANSPORTS = (TransportKind.PROCESS.value, TransportKind.DOCKER.value)
LEVELS = ("must", "should", "may")


def chosen(names: tuple[str, ...], left_out: tuple[str, ...] = ()) -> list[Implementation]:
    """The named implementations, or the default set without those that are left out.

    Raises ``UsageError`` for one that is left out and would not have run.
    """
    known = find_implementations(Path.cwd())
    if names:
        if left_out:
            raise UsageError("--without says who is left out where no --impl says who runs")
        return choose(names, known)
    default = {name: item for name, item in known.items() if item.manifest.default}
    for name in dict.fromkeys(left_out):
        if default.pop(name, None) is None:
            raise UnknownNameError("implementation of the default set", name, list(default))
    if left_out and not default:
        raise UsageError("--without leaves nobody", "leave one of them in")
    return list(default.values())


def tell_of_unasked() -> None:
    """Say which implementations of the user's own are asked by name only, where nobody was named."""
    known = find_implementations(Path.cwd())
    unasked = [
        name
        for name, item in known.items()
        if not item.manifest.default and not item.folder.is_relative_to(data_folder())
    ]
    if unasked:
        say(
            f"note: without --impl the default set is asked, and so not {', '.join(unasked)}; "
            "say --impl NAME, or default = true in a manifest",
            err=True,
        )


def reached_by(item: Implementation, transport: str | None) -> Implementation:
    """An implementation that is to be reached in this way; raises ``UsageError`` if it cannot."""
    kind = TransportKind(transport) if transport else item.transport
    item = msgspec.structs.replace(item, transport=kind)
    transport_kind(item)
    return item


def check_domains(domains: tuple[str, ...], corpus: Corpus) -> None:
    """Raise ``UnknownNameError`` for a domain that no vector file has."""
    for domain in domains:
        if domain not in corpus.titles:
            raise UnknownNameError("domain", domain, list(corpus.titles))


def check_globs(operations: Sequence[str], requirements: Sequence[str], corpus: Corpus) -> None:
    """Raise ``UnknownNameError`` for an operation or a requirement that matches nothing."""
    known = sorted({name for vector in corpus.vectors for name in vector.operations})
    for glob in unmatched(operations, known):
        raise UnknownNameError("operation", glob, known)
    for glob in unmatched(requirements, corpus.requirements):
        raise UnknownNameError("requirement", glob, list(corpus.requirements))


def tell_of_strangers(expression: str | None, corpus: Corpus) -> None:
    """Say which words of a ``-k`` expression no id has, and what may have been meant."""
    if expression is None:
        return
    for word, near in strangers(expression, [vector.id for vector in corpus.vectors]).items():
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        say(f"note: no vector's id has {word!r} in it{meant}", err=True)


def options_again(
    folder: Path | None, timeout_s: float | None, contain: Contain | None = None
) -> tuple[str, ...]:
    """The options of ``replay`` that ask the same as a run with these."""
    stated = {
        "--vectors": folder and str(folder),
        "--timeout": timeout_s and f"{timeout_s:g}",
        "--contain": contain and contain.value,
    }
    return tuple(word for name, value in stated.items() if value for word in (name, value))


def in_ci(environment: Mapping[str, str]) -> bool:
    """Whether this is a job of a CI system: all of them say so in one variable."""
    return environment.get("CI", "").lower() not in {"", "0", "false"}
