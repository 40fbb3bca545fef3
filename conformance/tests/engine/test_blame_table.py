"""The table of blame is complete, and says of each line what the next reader expects."""

from __future__ import annotations

from itertools import product

import pytest

from hanzo_conformance.engine.blame import IMPOSSIBLE, RULINGS, Again, Incident, Standing, Suspects
from hanzo_conformance.engine.conversation import MESSAGES
from hanzo_conformance.engine.session import TRANSITIONS, State
from hanzo_conformance.verdicts.verdict import Verdict

PAIRS = set(product(Standing, Incident))
AWAITING = {Standing.ALONE, Standing.BEHIND, Standing.SEVERAL}


def test_whatever_happens_whenever_it_is_ruled_or_cannot_be() -> None:
    assert set(RULINGS) | set(IMPOSSIBLE) == PAIRS
    assert not set(RULINGS) & set(IMPOSSIBLE)
    assert all(IMPOSSIBLE.values())


@pytest.mark.parametrize("pair", sorted(RULINGS), ids=" ".join)
def test_whoever_is_suspected_can_be_found(pair: tuple[Standing, Incident]) -> None:
    standing, ruling = pair[0], RULINGS[pair]
    if ruling.suspects in {Suspects.LAST, Suspects.LAST_AND_AWAITED}:
        assert standing not in {Standing.UNASKED, Standing.ALONE}
    if ruling.suspects in {Suspects.AWAITED, Suspects.LAST_AND_AWAITED}:
        assert standing in AWAITING
    if ruling.again in {Again.APART, Again.IN_TURN}:
        assert ruling.suspects in {Suspects.LAST, Suspects.LAST_AND_AWAITED}


@pytest.mark.parametrize("pair", sorted(RULINGS), ids=" ".join)
def test_no_fault_is_without_a_consequence(pair: tuple[Standing, Incident]) -> None:
    ruling = RULINGS[pair]
    if ruling.verdict is None:
        assert pair[1] in {Incident.LEFT, Incident.SILENT}
        assert pair[0] not in AWAITING
    else:
        assert ruling.suspects is not Suspects.NOBODY or pair[1] is Incident.OUTDATED


@pytest.mark.parametrize("pair", sorted(RULINGS), ids=" ".join)
def test_an_innocent_is_never_named_alone(pair: tuple[Standing, Incident]) -> None:
    """Where two can have done it, both are asked again before anybody is blamed."""
    ruling = RULINGS[pair]
    if pair[0] in {Standing.BEHIND, Standing.SEVERAL} and ruling.suspects is not Suspects.NAMED:
        assert ruling.again is not Again.NOBODY


def test_every_way_to_break_is_one_that_the_session_knows() -> None:
    going_on = {Incident.MISSHAPEN, Incident.REPEATED}
    assert set(MESSAGES) == set(Incident) - going_on
    for message in MESSAGES.values():
        assert (State.READY, message) in TRANSITIONS
        assert (State.CLOSING, message) in TRANSITIONS


def test_each_kind_of_trouble_has_its_verdict() -> None:
    found = {pair[1]: RULINGS[pair].verdict for pair in RULINGS if pair[0] is Standing.ALONE}
    assert found == {
        Incident.RUBBISH: Verdict.GARBLED,
        Incident.MISSHAPEN: Verdict.GARBLED,
        Incident.REPEATED: Verdict.GARBLED,
        Incident.PERSISTED: Verdict.GARBLED,
        Incident.OUTDATED: Verdict.GARBLED,
        Incident.BOUND: Verdict.GARBLED,
        Incident.DIED: Verdict.CRASHED,
        Incident.SILENT: Verdict.TIMED_OUT,
    }
