"""From a finding to a case of the reference, and so to a vector."""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.fuzz.oracle import (
    Oracle,
    OutsideError,
    fits,
    json_answer,
)
from hanzo_conformance.fuzz.own_vectors import add_vector, entry_of
from hanzo_conformance.generation.generate import (
    files_there,
    generated_files,
    visible,
    write_files,
)
from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.story.finding import REFERENCE, Finding
from hanzo_conformance.values.errors import STATED_ERRORS, UnknownNameError, UsageError
from hanzo_vectors.comparison import first_difference
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.strict_json import pretty
from hanzo_vectors.vector import Question

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)


class Proposal(msgspec.Struct, frozen=True):
    """What only a person can say of a new vector."""

    slug: str
    description: str
    requirements: tuple[str, ...]
    flags: tuple[str, ...]


class Promoted(msgspec.Struct, frozen=True):
    """What has become of a finding; ``expected`` is what the reference answers.

    ``case_file`` is the file of the reference that has its case, if that was changed.
    """

    vector_id: str
    expected: Any
    case_file: Path | None
    changed: tuple[str, ...]


def promote(finding: Finding, proposal: Proposal, into: Path | None) -> Promoted:
    """Write the case and all generated files, or nothing.

    ``into`` is the folder of schemas/ and test-vectors/ instead of the checkout's own. Where the
    reference is an installed package, it is a folder of the user's, which gets the vector alone.
    Raises ``UsageError`` with what to change, ``FileError``, and what generation raises.
    """
    room = _room(finding.domain)
    if not _is_checkout(room):
        return _promote_apart(finding, proposal, into)
    folder = into or shipped_folder()
    corpus = read_corpus(folder / "test-vectors")
    question = _checked(finding, proposal, corpus)
    place = room / _file()
    before = place.read_bytes() if place.is_file() else None
    write_whole(place, _with_case(finding, proposal))
    try:
        old, wanted = files_there(folder), generated_files()
    except STATED_ERRORS:
        # A reference that cannot be generated from is left as it was found.
        if before is None:
            place.unlink()
        else:
            write_whole(place, before)
        raise
    write_files(folder, wanted)
    return Promoted(
        vector_id=f"{_stem(finding, corpus)}/{proposal.slug}",
        expected=json_answer(question),
        case_file=place,
        changed=tuple(path for path, data in wanted.items() if old.get(path) != data),
    )


def _promote_apart(finding: Finding, proposal: Proposal, into: Path | None) -> Promoted:
    """Write the vector into a folder of the user's."""
    if into is None:
        raise UsageError(
            "the reference is an installed package here, and nobody's to change",
            "name a folder of your own: --into DIR; then run --vectors DIR/test-vectors",
        )
    if into.resolve() == shipped_folder().resolve():
        raise UsageError(f"--into {into} is the installed package itself", "name one of your own")
    corpus = read_corpus()
    own = into / "test-vectors"
    if any(own.glob("*.json")):
        theirs = read_corpus(own)
        taken = {vector.id for vector in corpus.vectors}
        more = tuple(item for item in theirs.vectors if item.id not in taken)
        corpus = msgspec.structs.replace(corpus, vectors=corpus.vectors + more)
    question = _checked(finding, proposal, corpus)
    stem = _stem(finding, corpus)
    vector_id, expected = f"{stem}/{proposal.slug}", json_answer(question)
    entry = entry_of(
        vector_id, proposal.description, proposal.requirements, proposal.flags,
        finding.signature.operation, finding.input, expected, corpus,
    )  # fmt: skip
    flags = _known_flags(finding.domain)
    notes = {
        name: {
            "catches": flags[name].catches,
            **({"link": link} if (link := flags[name].link) else {}),
        }
        for name in proposal.flags
    }
    written = add_vector(into, stem, entry, notes)
    return Promoted(vector_id, expected, None, tuple(written))


def _checked(finding: Finding, proposal: Proposal, corpus: Corpus) -> Question:
    """The question as the reference answers it now; raises ``UsageError`` with what to change."""
    if finding.signature.implementation == REFERENCE:
        raise UsageError(
            f"{finding.id} is a mistake of the reference", "mend it there; there is no answer yet"
        )
    _refuse_duplicates(finding, corpus)
    stem = _stem(finding, corpus)
    if not SLUG.fullmatch(proposal.slug):
        raise UsageError(
            f"--slug {proposal.slug!r} is not lower-case words joined by single hyphens",
            "for example --slug crlf-cut-between-chunks",
        )
    if any(vector.id == f"{stem}/{proposal.slug}" for vector in corpus.vectors):
        raise UsageError(
            f"--slug {proposal.slug}: there is a vector {stem}/{proposal.slug}",
            "slugs are stable for ever: choose another one",
        )
    if not proposal.description.strip():
        raise UsageError("--description is missing", "say in one sentence what the vector shows")
    _check_requirements(finding, proposal, corpus)
    flags = _known_flags(finding.domain)
    for flag in proposal.flags:
        if flag not in flags:
            raise UnknownNameError("flag", flag, sorted(flags))
    operation = finding.signature.operation
    if not fits(operation, finding.input):
        raise UsageError(f"the schema of {operation} does not allow this input any more")
    try:
        return Oracle(corpus.vectors).question(operation, finding.input, proposal.slug)
    except OutsideError as problem:
        raise UsageError(f"{operation} does not take this input any more: {problem}") from None


def _refuse_duplicates(finding: Finding, corpus: Corpus) -> None:
    for vector in corpus.vectors:
        if vector.operation == finding.signature.operation and vector.scenario is None:
            asked = msgspec.json.decode(vector.params)
            if first_difference(asked, finding.input) is None:
                raise UsageError(
                    f"{vector.id} asks the same already",
                    f"see: hanzo-conformance show {vector.id}",
                )


def _with_case(finding: Finding, proposal: Proposal) -> bytes:
    """The domain's file of promoted cases with one more."""
    from hanzo_reference.spec.contract import domains
    from hanzo_reference.spec.promoted import entries

    domain = next(item for item in domains() if item.id == finding.domain)
    entry: dict[str, Any] = {
        "slug": proposal.slug,
        "description": proposal.description,
        "requirements": list(proposal.requirements),
        "flags": list(proposal.flags),
        "operation": finding.signature.operation.partition(".")[2],
        "input": finding.input,
    }
    return visible(pretty({"cases": [*entries(domain), entry]})).encode()


def _file() -> str:
    from hanzo_reference.spec.promoted import FILE

    return FILE


def _room(domain: str) -> Path:
    """The folder of the reference's domain."""
    import hanzo_reference

    return Path(str(importlib.resources.files(f"{hanzo_reference.__name__}.{domain}")))


def _is_checkout(room: Path) -> bool:
    """Whether a domain's folder is among sources, and not of an installed package."""
    return (room.parent.parent.parent / "pyproject.toml").is_file()


def _check_requirements(finding: Finding, proposal: Proposal, corpus: Corpus) -> None:
    homes = {name: vector.domain for vector in corpus.vectors for name in vector.requirements}
    own = [name for name, domain in homes.items() if domain == finding.domain]
    if not proposal.requirements:
        raise UsageError(
            "a vector cites at least one requirement: --requirement ID",
            "likely " + _told(finding.requirements, corpus),
        )
    for name in proposal.requirements:
        if name not in corpus.requirements or homes.get(name, finding.domain) != finding.domain:
            raise UnknownNameError(f"requirement of {finding.domain}", name, own)


def _told(names: Sequence[str], corpus: Corpus) -> str:
    known = [(name, corpus.requirements[name]) for name in names if name in corpus.requirements]
    return "; ".join(f"{name} ({item.sentence})" for name, item in known[:3]) or "none is known"


def _stem(finding: Finding, corpus: Corpus) -> str:
    for vector in corpus.vectors:
        if vector.domain == finding.domain:
            return vector.id.partition("/")[0]
    raise UnknownNameError("domain", finding.domain, list(corpus.titles))


def _known_flags(domain: str) -> dict[str, Any]:
    """The flags that the domain declares, whether a vector has them or not."""
    import importlib

    import hanzo_reference

    module = importlib.import_module(f"{hanzo_reference.__name__}.{domain}.cases")
    return dict(module.FLAGS)
