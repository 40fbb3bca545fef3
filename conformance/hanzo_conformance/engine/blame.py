"""Who is to blame when a conversation goes wrong, as a table. No I/O.

What was in flight and what happened give the verdict, the suspects, and whom to ask again. The
suspect is the vector whose answer was awaited, and with it the one that was answered last: a
process may die of an answer that it has already given, and an innocent is never named alone.

    unasked   nothing has been asked of this process
    idle      all that was asked has been answered
    alone     one vector is awaited, and no other can have done it
    behind    one vector is awaited, and another one was answered before it
    several   more than one are awaited
    ending    the input has ended, and all that was asked has been answered

Suspects that are asked again, and of whom nobody does it again, are all of them named.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hanzo_conformance.verdicts.verdict import Verdict


class Standing(StrEnum):
    """What was in flight."""

    UNASKED = "unasked"
    IDLE = "idle"
    ALONE = "alone"
    BEHIND = "behind"
    SEVERAL = "several"
    ENDING = "ending"


class Incident(StrEnum):
    """What happened.

    ``rubbish`` is a line that answers nothing that was asked by then, also one without a line end
    at the end of output; ``misshapen`` names a request that is awaited, but is no answer.
    ``repeated`` answers again what has been answered, ``persisted`` does so once more, ``outdated``
    when the vector's result has been passed on. ``bound`` is a bound of the transport that was
    broken, ``left`` an end without a fault.
    """

    RUBBISH = "rubbish"
    MISSHAPEN = "misshapen"
    REPEATED = "repeated"
    PERSISTED = "persisted"
    OUTDATED = "outdated"
    BOUND = "bound"
    DIED = "died"
    SILENT = "silent"
    LEFT = "left"


class Suspects(StrEnum):
    """Whose fault it may be.

    ``coming`` is the vector that would have been asked next, ``named`` the one that the line names.
    """

    NOBODY = "nobody"
    COMING = "coming"
    NAMED = "named"
    LAST = "last"
    AWAITED = "awaited"
    LAST_AND_AWAITED = "last and awaited"


class Again(StrEnum):
    """Who is asked again, and how.

    ``apart``: each suspect in a process of its own; ``in turn``: the suspects one after the other
    in one; ``onward``: those that were awaited, without suspicion.
    """

    NOBODY = "nobody"
    APART = "apart"
    IN_TURN = "in turn"
    ONWARD = "onward"


class Ruling(msgspec.Struct, frozen=True):
    """What a table line says; no verdict where nobody is at fault."""

    verdict: Verdict | None
    suspects: Suspects
    again: Again


_FINE = Ruling(None, Suspects.NOBODY, Again.NOBODY)


def _fault(verdict: Verdict) -> dict[Standing, Ruling]:
    """The lines of what may happen to a process at any time, and costs it its life."""
    return {
        Standing.UNASKED: Ruling(verdict, Suspects.COMING, Again.NOBODY),
        Standing.IDLE: Ruling(verdict, Suspects.LAST, Again.APART),
        Standing.ALONE: Ruling(verdict, Suspects.AWAITED, Again.NOBODY),
        Standing.BEHIND: Ruling(verdict, Suspects.LAST_AND_AWAITED, Again.APART),
        Standing.SEVERAL: Ruling(verdict, Suspects.LAST_AND_AWAITED, Again.IN_TURN),
        Standing.ENDING: Ruling(verdict, Suspects.LAST, Again.APART),
    }


def _named(again: Again) -> dict[Standing, Ruling]:
    """The lines of an answer to what has been answered, which names its vector."""
    ruling = Ruling(Verdict.GARBLED, Suspects.NAMED, again)
    return dict.fromkeys([item for item in Standing if item is not Standing.UNASKED], ruling)


_LINES: dict[Incident, dict[Standing, Ruling]] = {
    Incident.RUBBISH: _fault(Verdict.GARBLED),
    Incident.BOUND: _fault(Verdict.GARBLED),
    Incident.DIED: _fault(Verdict.CRASHED),
    Incident.SILENT: {
        # It was asked nothing, or has answered everything: it only will not leave.
        Standing.UNASKED: _FINE,
        Standing.ENDING: _FINE,
        Standing.ALONE: Ruling(Verdict.TIMED_OUT, Suspects.AWAITED, Again.NOBODY),
        Standing.BEHIND: Ruling(Verdict.TIMED_OUT, Suspects.LAST_AND_AWAITED, Again.APART),
        Standing.SEVERAL: Ruling(Verdict.TIMED_OUT, Suspects.LAST_AND_AWAITED, Again.IN_TURN),
    },
    Incident.MISSHAPEN: dict.fromkeys(
        (Standing.ALONE, Standing.BEHIND, Standing.SEVERAL),
        Ruling(Verdict.GARBLED, Suspects.NAMED, Again.NOBODY),
    ),
    Incident.REPEATED: _named(Again.NOBODY),
    Incident.PERSISTED: _named(Again.ONWARD),
    Incident.OUTDATED: dict.fromkeys(
        [item for item in Standing if item is not Standing.UNASKED],
        # Its verdict cannot be changed any more; that it happened is told, and gates.
        Ruling(Verdict.GARBLED, Suspects.NOBODY, Again.ONWARD),
    ),
    Incident.LEFT: dict.fromkeys((Standing.UNASKED, Standing.IDLE, Standing.ENDING), _FINE),
}
RULINGS: dict[tuple[Standing, Incident], Ruling] = {
    (standing, incident): ruling
    for incident, lines in _LINES.items()
    for standing, ruling in lines.items()
}

# What cannot be, and why.
IMPOSSIBLE: dict[tuple[Standing, Incident], str] = {
    **{
        (standing, Incident.MISSHAPEN): "no request is awaited that it could name"
        for standing in (Standing.UNASKED, Standing.IDLE, Standing.ENDING)
    },
    **{
        (Standing.UNASKED, incident): "nothing has been answered"
        for incident in (Incident.REPEATED, Incident.PERSISTED, Incident.OUTDATED)
    },
    **{
        (standing, Incident.LEFT): "who leaves without an answer has died"
        for standing in (Standing.ALONE, Standing.BEHIND, Standing.SEVERAL)
    },
    (Standing.IDLE, Incident.SILENT): "nobody waits for an answer",
}
