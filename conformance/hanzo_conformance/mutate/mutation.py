"""Mutants: small changes of the reference, each of which some vector has to notice."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class MutantFate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    # Its module does not even load, so no vector has a say.
    STILLBORN = "stillborn"


class Mutant(msgspec.Struct, frozen=True):
    """One change in one behaviour module.

    ``file`` is relative to the folder of its domain, ``function`` its qualified name or ``<module>``.
    ``subject`` is the name that the change is about. ``before`` and ``after`` are the changed line
    as the syntax tree writes it, and ``number`` is the line's in the file, all three for people
    only. ``requirement`` is what the code around it names as its specification, if anything.
    """

    file: str
    function: str
    operator: str
    subject: str
    before: str
    after: str
    number: int
    requirement: str | None = None


class Tried(msgspec.Struct, frozen=True):
    """The end of one trial.

    ``killers`` are places in the list of vectors, the ones that noticed; only the first unless all
    were asked for. ``reached`` says how many vectors run the changed line.
    """

    mutant: Mutant
    fate: MutantFate
    killers: tuple[int, ...]
    reached: int
