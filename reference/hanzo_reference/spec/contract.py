"""The one door into the reference: domains, what they promise, and calls by name.

Everything that leaves through here is plain data. A domain is registered by being a package in
this folder, or in a folder of this folder, whose ``__init__.py`` has a ``DOMAIN``; its ``spec.md``
and ``cases.py`` stand beside.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.resources
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import hanzo_reference
from hanzo_reference.spec.calls import call
from hanzo_reference.spec.declaration import Domain, Flag, Operation
from hanzo_reference.spec.requirements import Requirement, read

if TYPE_CHECKING:
    from hanzo_reference.spec.cases import Staging


@cache
def domains() -> tuple[Domain, ...]:
    """Every domain, sorted by id."""
    found = _rooms(hanzo_reference.__path__, hanzo_reference.__name__)
    return tuple(sorted(found, key=lambda domain: domain.id))


def _rooms(path: Iterable[str], package: str) -> Iterator[Domain]:
    for item in pkgutil.iter_modules(path):
        if item.ispkg:
            module = importlib.import_module(f"{package}.{item.name}")
            if hasattr(module, "DOMAIN"):
                yield module.DOMAIN
            else:
                yield from _rooms(module.__path__, module.__name__)


@cache
def operations() -> Mapping[str, Operation]:
    """Every operation by its full name."""
    return {domain.full_name(item.name): item for domain in domains() for item in domain.operations}


def respond(operation: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Run one operation; ``LookupError`` when nobody declares it, else as ``calls.call``."""
    found = operations().get(operation)
    if found is None:
        raise LookupError(operation)
    return call(found, params)


def specification(domain: Domain) -> str:
    """The text of the domain's ``spec.md``."""
    room = importlib.resources.files(domain.package)
    return room.joinpath("spec.md").read_text(encoding="utf-8")


def requirements(domain: Domain) -> dict[str, Requirement]:
    """The requirements that the domain's ``spec.md`` states, by id."""
    return read(specification(domain), domain.requirement_prefix)


def describe(domain: Domain, staging: Staging | None = None) -> dict[str, Any]:
    """All that the contract says of a domain, as plain JSON values.

    ``operations`` carry JSON Schemas (2020-12) of input and output and their error codes,
    ``requirements`` what ``spec.md`` states, ``notes`` the flags in use, ``outcome`` where results
    tell of refusals, ``vectors`` one entry for
    each case: those of ``cases.py`` in their order, then those that fuzzing has found. ``staging``
    lays out workspaces, for cases that have one. Raises ``CaseError`` or ``SpecError`` with the
    place.
    """
    # Who answers calls needs none of what makes vectors.
    from hanzo_reference.spec.cases import vector
    from hanzo_reference.spec.promoted import promoted

    module = importlib.import_module(f"{domain.package}.cases")
    stated = requirements(domain)
    cases = chain(module.cases(), promoted(domain))
    vectors = [vector(domain, case, stated, module.FLAGS, staging) for case in cases]
    _refuse_repeats(vectors)
    used = {flag for item in vectors for flag in item["flags"]}
    return {
        "domain": domain.id,
        "title": domain.title,
        "file": domain.vector_file,
        "sources": list(domain.sources),
        "spec_sha256": hashlib.sha256(specification(domain).encode()).hexdigest(),
        "notes": {name: _note(flag) for name, flag in sorted(module.FLAGS.items()) if name in used},
        "outcome": domain.layout.described() if domain.layout else {},
        "requirements": [_requirement(item) for item in stated.values()],
        "operations": [_operation(domain, item) for item in domain.operations],
        "vectors": vectors,
    }


def _refuse_repeats(vectors: list[dict[str, Any]]) -> None:
    from hanzo_reference.spec.cases import CaseError

    seen: set[str] = set()
    for item in vectors:
        if item["id"] in seen:
            raise CaseError(f"{item['id']}: two cases have this slug")
        seen.add(item["id"])


def _note(flag: Flag) -> dict[str, Any]:
    plain = {"catches": flag.catches, "link": flag.link, "security": flag.security}
    return {key: value for key, value in plain.items() if value}


def _requirement(item: Requirement) -> dict[str, Any]:
    plain = {
        "id": item.id, "level": item.level, "sentence": item.sentence, "source": item.source,
        "why": item.why, "deviation": item.deviation, "excluded": item.excluded,
    }  # fmt: skip
    return {key: value for key, value in plain.items() if value is not None}


def _operation(domain: Domain, item: Operation) -> dict[str, Any]:
    return {
        "name": domain.full_name(item.name),
        "input": item.input.model_json_schema(mode="validation"),
        "output": item.output.model_json_schema(mode="serialization"),
        "errors": dict(item.errors),
    }


def generated_inputs(domain: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """An endless stream of (operation, input) from the domain's ``inputs.py``, fixed by the seed.

    Every second input is well-formed, the others raw: they fit the schema and little else.
    """
    import random

    module = importlib.import_module(f"{domain.package}.inputs")
    # Reproducible test data, nothing secret.
    source = random.Random(seed)  # noqa: S311
    while True:
        for name, params in (module.well_formed(source), module.raw(source)):
            yield domain.full_name(name), params
