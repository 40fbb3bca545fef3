"""The one door into the reference: domains, what they promise, and calls by name.

Everything that leaves through here is plain data. A domain is registered by being a package in
the reference's folder, or in a folder of it, whose ``__init__.py`` has a ``DOMAIN``; its
``spec.md`` and ``cases`` stand beside. A folder of such rooms may have ``OPERATIONS`` that are none
of its domains' own, with the folder's name as their stem.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from hanzo_reference.spec.calls import InvalidParamsError, answer, call
from hanzo_reference.spec.declaration import Domain, Flag, Operation
from hanzo_reference.spec.requirements import Requirement, SpecError, read
from hanzo_reference.spec.rooms import (
    RoomError,
    blame,
    folder,
    packages,
    part,
    repeats,
    shown,
    specification_file,
)

if TYPE_CHECKING:
    from hanzo_reference.spec.cases import Staging


@cache
def domains() -> tuple[Domain, ...]:
    """Every domain, sorted by id; raises ``RoomError`` for a room that cannot be read."""
    declared = (module.DOMAIN for module in packages() if hasattr(module, "DOMAIN"))
    found: list[Domain] = sorted(declared, key=lambda domain: domain.id)
    repeats(found)
    return tuple(found)


def operations() -> dict[str, Operation]:
    """Every operation by its full name."""
    own = {domain.full_name(item.name): item for domain in domains() for item in domain.operations}
    return own | _shared()


@cache
def _answered() -> Mapping[str, Operation]:
    """The operations of whoever answers many requests."""
    return operations()


def homes() -> dict[str, Domain]:
    """The domain by whose rules each operation's answers are compared, by full name.

    It is the one that declares the operation, or for one of a folder of rooms the first of these.
    """
    own = {
        domain.full_name(item.name): domain for domain in domains() for item in domain.operations
    }
    wings = {domain.wing: domain for domain in reversed(domains())}
    stems = {name: name.partition(".")[0] for name in _shared()}
    return own | {name: wings[stem] for name, stem in stems.items() if stem in wings}


def _shared() -> dict[str, Operation]:
    """The operations that folders of rooms have, by full name."""
    return {
        f"{module.__name__.rpartition('.')[2]}.{item.name}": item
        for module in packages()
        for item in getattr(module, "OPERATIONS", ())
    }


def operation(domain: Domain, full_name: str) -> Operation | None:
    """A domain's operation, or another's; of other rooms nothing is read that is not asked."""
    return domain.operation(full_name) or operations().get(full_name)


def respond(operation: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Run one operation; ``LookupError`` when nobody declares it, else as ``calls.call``."""
    found = _answered().get(operation)
    if found is None:
        raise LookupError(operation)
    return call(found, params)


def specification(domain: Domain) -> str:
    """The text of the domain's ``spec.md``."""
    path = specification_file(domain)
    if not path.is_file():
        raise RoomError(f"{shown(path)} is not there: it states the domain's requirements")
    return path.read_text(encoding="utf-8")


def requirements(domain: Domain) -> dict[str, Requirement]:
    """The requirements that the domain's ``spec.md`` states, by id; raises ``SpecError``."""
    try:
        return read(specification(domain), domain.requirement_prefix)
    except SpecError as problem:
        raise SpecError(f"{shown(specification_file(domain))}, {problem}") from None


def describe(domain: Domain, staging: Staging | None = None) -> dict[str, Any]:
    """All that the contract says of a domain, as plain JSON values.

    ``operations`` carry JSON Schemas (2020-12) of input and output, both also for what breaks no
    rule (``valid``), and their error codes, ``asked`` the same of those that are not its own and
    that its vectors ask, ``requirements`` what ``spec.md`` states, ``notes`` the flags in use,
    ``outcome`` where results tell of refusals, ``vectors`` one entry for each case: those of ``cases`` in their order, then
    those that fuzzing has found. ``staging`` lays out workspaces, for cases that have one. Raises
    ``CaseError``, ``RoomError`` or ``SpecError`` with the place.
    """
    return head(domain, vectors(domain, staging))


def vectors(
    domain: Domain, staging: Staging | None = None, part_of: tuple[int, int] = (0, 1)
) -> list[dict[str, Any]]:
    """The domain's vectors, or every n-th of them from the i-th, for ``part_of`` i and n."""
    # Who answers calls needs none of what makes vectors.
    from hanzo_reference.spec.cases import vector
    from hanzo_reference.spec.promoted import promoted

    module = part(domain, "cases", "FLAGS", "cases")
    stated = requirements(domain)
    found = chain(module.cases(), promoted(domain))

    known = partial(operation, domain)
    return [
        vector(domain, case, stated, module.FLAGS, known, staging)
        for case in islice(found, part_of[0], None, part_of[1])
    ]


def head(domain: Domain, found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What ``describe`` says, with these vectors; raises ``CaseError`` for two of one slug."""
    flags = part(domain, "cases", "FLAGS").FLAGS
    _refuse_repeats(found)
    used = {flag for item in found for flag in item["flags"]}
    own = [domain.full_name(item.name) for item in domain.operations]
    asked = {question["operation"] for item in found for question in item.get("steps", [item])}
    return {
        "domain": domain.id,
        "title": domain.title,
        "file": domain.vector_file,
        "status": domain.status,
        "sources": list(domain.sources),
        "spec_sha256": hashlib.sha256(specification(domain).encode()).hexdigest(),
        "notes": {name: _note(flag) for name, flag in sorted(flags.items()) if name in used},
        "outcome": domain.layout.described() if domain.layout else {},
        "requirements": [_requirement(item) for item in requirements(domain).values()],
        "operations": [_operation(name, operation(domain, name)) for name in own],
        "asked": [_operation(name, operation(domain, name)) for name in sorted(asked - set(own))],
        "vectors": list(found),
    }


def described_operations() -> list[dict[str, Any]]:
    """Every operation as the contract says it: name, schemas, error codes."""
    return [_operation(name, item) for name, item in operations().items()]


def _refuse_repeats(found: Sequence[Mapping[str, Any]]) -> None:
    from hanzo_reference.spec.cases import CaseError

    seen: set[str] = set()
    for item in found:
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


def _operation(name: str, item: Operation | None) -> dict[str, Any]:
    assert item is not None
    sides = {
        "input": item.input.model_json_schema(mode="validation"),
        "output": item.output.model_json_schema(mode="serialization"),
    }
    return {
        "name": name,
        **sides,
        "valid": sides if item.valid is None else dict(item.valid()),
        "errors": dict(item.errors),
    }


def generated_inputs(domain: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """An endless stream of (operation, input) from the domain's ``inputs.py``, fixed by the seed.

    Every second input is well-formed, the others raw: they fit the schema and little else. Raises
    ``RoomError`` where there is no such file.
    """
    import random

    module = part(domain, "inputs", "well_formed", "raw")
    # Reproducible test data, nothing secret.
    source = random.Random(seed)  # noqa: S311 - a fixed sequence
    while True:
        for name, params in (module.well_formed(source), module.raw(source)):
            yield domain.full_name(name), params


def drawn(domain: Domain, many: int) -> set[str]:
    """The operations of so many generated inputs, each of which fits its model and is answered.

    Raises ``RoomError`` with what is wrong with the domain's ``inputs.py``.
    """
    names: set[str] = set()
    place = shown(folder(domain) / "inputs.py")
    try:
        for name, params in islice(generated_inputs(domain, 0), many):
            told = f"{place}: {name} with {json.dumps(params, default=str)[:300]}"
            answer(domain, name, params)
            names.add(name)
    except RoomError:
        raise
    except InvalidParamsError as problem:
        raise RoomError(f"{told}: does not fit its model: {problem}") from None
    except LookupError as problem:
        raise RoomError(f"{place}: there is no operation {problem}") from None
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise RoomError(f"{blame(problem)}: {what}") from problem
    return names
