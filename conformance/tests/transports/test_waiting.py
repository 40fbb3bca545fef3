"""The one wait of all channels."""

from __future__ import annotations

import time

import pytest

from hanzo_conformance.transports.channel import Interrupted, Received
from hanzo_conformance.transports.waiting import wait_for


def test_it_looks_once_at_least_and_without_waiting_where_there_is_no_time() -> None:
    looks: list[float] = []
    received = wait_for(looks.append, 0, lambda: False)
    assert (received, looks) == (Received([]), [0.0])


def test_it_looks_until_something_comes_in_slices() -> None:
    looks: list[float] = []

    def look(patience_s: float) -> Received | None:
        looks.append(patience_s)
        return Received([b"x"]) if len(looks) == 3 else None

    assert wait_for(look, 60, lambda: False).lines == [b"x"]
    assert len(looks) == 3
    assert max(looks) < 1


def test_it_ends_with_its_time_whoever_looks_forever() -> None:
    begun = time.monotonic()
    assert wait_for(lambda _: time.sleep(0.01), 0.05, lambda: False) == Received([])
    assert time.monotonic() - begun < 60


def test_a_run_that_is_stopped_ends_it() -> None:
    stopped = iter([False, False, True])
    with pytest.raises(Interrupted):
        wait_for(lambda _: None, 60, lambda: next(stopped))
