"""Vectors of domains that lay out workspaces, made in several processes at once.

Most of their time is spent in waiting for what they start, so that there are more processes than
processors. Pure domains are made where they are asked for: a process costs more than they do.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from hanzo_conformance.generation.reference import sound
from hanzo_conformance.transports.staging import own_stage

# Processes for each processor: what a case waits for computes somewhere else.
EACH = 3
# Every case of a domain is dealt to one of so many hands, which are taken up as processes are free.
HANDS = 12


def vectors_of(domains: Sequence[Any], jobs: int | None = None) -> Mapping[str, list[Any]]:
    """The vectors of domains by id, in the order of their cases.

    ``jobs`` bounds the processes. Raises ``UnsoundReferenceError``.
    """
    from hanzo_reference.spec.contract import vectors

    found: dict[str, list[Any]] = {}
    dear = [domain for domain in domains if domain.touches_system]
    with sound():
        if dear:
            found |= _side_by_side([domain.id for domain in dear], jobs)
        for domain in domains:
            if domain.id not in found:
                found[domain.id] = vectors(domain, own_stage)
    return found


def _side_by_side(names: Sequence[str], jobs: int | None) -> dict[str, list[Any]]:
    """The vectors of these domains, dealt to processes; what one raises ends them all."""
    workers = jobs or EACH * (os.cpu_count() or 1)
    hands = 1 if workers == 1 else HANDS
    with ProcessPoolExecutor(workers, mp_context=_context(), initializer=_begin) as pool:
        dealt = {
            name: [pool.submit(_deal, name, number, hands) for number in range(hands)]
            for name in names
        }
        try:
            parts = {name: [future.result() for future in dealt[name]] for name in names}
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return {name: _gathered(parts[name]) for name in names}


def _context() -> multiprocessing.context.BaseContext:
    """A copy of this process where that is safe, which saves reading the reference again."""
    alone = threading.active_count() == 1 and "fork" in multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if alone else "spawn")


def _begin() -> None:
    """What a process does first: it ends with the one that wants its vectors."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _deal(name: str, number: int, hands: int) -> list[Any]:
    """Every so manieth vector of a domain."""
    from hanzo_reference.spec.contract import domains, vectors

    (domain,) = (item for item in domains() if item.id == name)
    return vectors(domain, own_stage, (number, hands))


def _gathered(parts: Sequence[Sequence[Any]]) -> list[Any]:
    """What was dealt card by card, in its first order."""
    whole: list[Any] = [None] * sum(len(part) for part in parts)
    for number, part in enumerate(parts):
        whole[number :: len(parts)] = part
    return whole
