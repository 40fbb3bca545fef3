"""Scenarios wait more than they compute: several adapters of one implementation play them."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_world import drive
from scenario_world import HELLO
from workshop_world import entry, read, say, scenarios, workshop, write

from hanzo_conformance.engine.plan import SCENES, in_lanes
from hanzo_conformance.transports.channel import Channel, Sharing, Transport
from hanzo_vectors.vector import Vector

LANES = 3


def many(folder: Path, count: int) -> tuple[Vector, ...]:
    return scenarios(
        folder, *(entry(f"v{n}", workspace=HELLO, **read("a.txt", "hello")) for n in range(count))
    )


class Watched:
    """A transport of which somebody is told whenever it opens a channel."""

    def __init__(self, inner: Transport, opened: Callable[[], object]) -> None:
        self._inner = inner
        self._opened = opened

    @property
    def sharing(self) -> Sharing:
        return self._inner.sharing

    def open(self) -> Channel:
        channel = self._inner.open()
        self._opened()
        return channel


def watched(opened: Callable[[], object]) -> Callable[[Transport], Transport]:
    return lambda inner: Watched(inner, opened)


def test_as_many_adapters_as_there_are_lanes_are_there_at_once(tmp_path: Path) -> None:
    # Nobody gets past it until all have come.
    together = threading.Barrier(LANES, timeout=60)
    chosen = many(tmp_path, LANES * SCENES)
    outcome = drive(workshop(), chosen, jobs=1, lanes=LANES, wrap=watched(together.wait))
    assert sorted(outcome.of("passed")) == sorted(vector.id for vector in chosen)


@pytest.mark.parametrize(
    ("count", "plan", "adapters"),
    [
        (2 * SCENES - 1, {"lanes": LANES}, 1),
        (2 * SCENES, {"lanes": LANES}, 2),
        (LANES * SCENES, {}, 1),
        (2 * LANES * SCENES, {"lanes": LANES, "workers": 2}, 2 * LANES),
    ],
)
def test_an_adapter_more_is_started_for_many_scenarios_only(
    tmp_path: Path, count: int, plan: dict[str, Any], adapters: int
) -> None:
    opened: list[None] = []
    chosen = many(tmp_path, count)
    wrap = watched(lambda: opened.append(None))
    assert len(drive(workshop(), chosen, wrap=wrap, **plan).of("passed")) == count
    assert len(opened) == adapters


def test_who_plays_what_is_settled_beforehand(tmp_path: Path) -> None:
    chosen = many(tmp_path, LANES * SCENES + 1)
    lanes = in_lanes(chosen, LANES)
    assert lanes == [chosen[0::3], chosen[1::3], chosen[2::3]]


def test_plain_vectors_are_all_put_to_the_first(tmp_path: Path) -> None:
    scenes = many(tmp_path, LANES * SCENES)
    plain = scenarios(tmp_path, *(entry(f"p{n}", **say("a")) for n in range(4)))
    first, *others = in_lanes([*scenes, *plain], LANES)
    assert first == plain + scenes[0::3]
    assert others == [scenes[1::3], scenes[2::3]]
    assert in_lanes(plain, LANES) == [plain]
    assert in_lanes((), LANES) == [()]


@pytest.mark.parametrize(
    ("fault", "verdict"), [("dies", "crashed"), ("garbage", "garbled"), ("hangs", "timed-out")]
)
def test_a_fault_in_a_lane_is_laid_to_its_vector_and_to_no_other(
    tmp_path: Path, fault: str, verdict: str
) -> None:
    count, guilty = LANES * SCENES, {3, 31, 68}
    chosen = scenarios(
        tmp_path,
        *(
            entry(f"v{n}", workspace=HELLO, **write("a.txt", "bad" if n in guilty else "good"))
            for n in range(count)
        ),
    )
    outcome = drive(workshop(fault), chosen, lanes=LANES)
    assert sorted(outcome.of(verdict)) == sorted(f"shop/v{n}" for n in guilty)
    assert len(outcome.of("passed")) == count - len(guilty)


def test_who_cannot_be_started_is_unavailable_once_for_all_lanes(tmp_path: Path) -> None:
    chosen = many(tmp_path, LANES * SCENES)
    outcome = drive(workshop(command=["/no/such/program"]), chosen, lanes=LANES)
    assert len(outcome.of("not-run")) == len(chosen)
    assert outcome.code == 3
