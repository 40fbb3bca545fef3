"""The reference's domains, for the verbs that make something of them.

What keeps a room from being read is the mistake of whoever writes it: a sentence with its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hanzo_conformance.values.errors import ConformanceError, ExitCode, UnknownNameError


class UnsoundReferenceError(ConformanceError):
    """The reference cannot be turned into vectors."""

    exit_code = ExitCode.DIVERGES


@contextmanager
def sound() -> Iterator[None]:
    """While inside, what the reference says of its own mistakes is an ``UnsoundReferenceError``."""
    from hanzo_reference.spec.cases import CaseError
    from hanzo_reference.spec.requirements import SpecError
    from hanzo_reference.spec.rooms import RoomError

    try:
        yield
    except (CaseError, RoomError, SpecError) as problem:
        raise UnsoundReferenceError(str(problem), "mend it there, and generate again") from None


def reference_domains(names: Sequence[str] = ()) -> list[Any]:
    """The declarations of these domains, or of all.

    Raises ``UnknownNameError`` and ``UnsoundReferenceError``.
    """
    from hanzo_reference.spec import contract

    with sound():
        known = {domain.id: domain for domain in contract.domains()}
    for name in names:
        if name not in known:
            problem = UnknownNameError("domain", name, sorted(known))
            problem.hint = f"{problem.hint}; a new one: hanzo-conformance init --domain {name}"
            raise problem
    return [known[name] for name in dict.fromkeys(names)] if names else list(known.values())
