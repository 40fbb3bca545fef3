"""Processes of mutants: whatever they do, the survey goes on and none is left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator

import pytest

from hanzo_conformance.mutate.mutation import MutantFate
from hanzo_conformance.mutate.trial import Task, TrialOutcome, trials

Tell = Callable[[str], None]
LIMIT_S = 0.2


def told(words: str, then: Callable[[], object] = lambda: None) -> Task:
    """A task that says these words and then does something."""

    def task(tell: Tell) -> None:
        tell(words)
        then()

    return task


def loop() -> None:
    while True:
        pass


def fail() -> None:
    raise RuntimeError("a mutant broke")


def outcomes(*tasks: Task, jobs: int = 2) -> list[TrialOutcome]:
    found = dict(trials(tasks, jobs, LIMIT_S))
    return [found[number] for number in range(len(tasks))]


@pytest.fixture(autouse=True)
def no_child_is_left() -> Iterator[None]:
    """Of the children of this process, which other tests may have, none is new afterwards."""
    before = children()
    yield
    assert children() <= before


def children() -> set[int]:
    listed = subprocess.Popen(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True)
    rows = [tuple(map(int, row.split())) for row in listed.communicate()[0].splitlines()]
    return {pid for pid, parent in rows if parent == os.getpid() and pid != listed.pid}


@pytest.mark.parametrize(
    ("task", "fate", "killers"),
    [
        (told("+ 0 1 2"), MutantFate.SURVIVED, ()),
        (told("+ 0 1!"), MutantFate.KILLED, (1,)),
        (told("+ 0! 1 2!"), MutantFate.KILLED, (0, 2)),
        (told(""), MutantFate.STILLBORN, ()),
        (told("", fail), MutantFate.STILLBORN, ()),
        (told("+ 0 1", loop), MutantFate.KILLED, (1,)),
        (told("+ 0! 1", loop), MutantFate.KILLED, (0, 1)),
        (told("+ 0 1", fail), MutantFate.KILLED, (1,)),
        (told("+ 3", lambda: os.kill(os.getpid(), signal.SIGKILL)), MutantFate.KILLED, (3,)),
        (told("+ 3", lambda: os._exit(0)), MutantFate.KILLED, (3,)),
        (told("+ 3", lambda: bytearray(64 * 1024**3)), MutantFate.KILLED, (3,)),
    ],
)
def test_what_a_child_told_before_it_ended_says_how_it_went(
    task: Task, fate: MutantFate, killers: tuple[int, ...]
) -> None:
    assert outcomes(task) == [TrialOutcome(fate, killers)]


def test_a_mutant_that_only_sleeps_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanzo_conformance.mutate.trial.PATIENCE", 1)
    begun = time.monotonic()
    assert outcomes(told("+ 0", lambda: time.sleep(60)))[0].killers == (0,)
    assert time.monotonic() - begun < 30


def test_one_hanging_mutant_does_not_hold_the_others_up() -> None:
    found = outcomes(told("+ 0", loop), *[told("+ 0") for _ in range(20)])
    assert [outcome.fate for outcome in found] == [MutantFate.KILLED, *[MutantFate.SURVIVED] * 20]


def test_giving_up_in_the_middle_leaves_no_process() -> None:
    running = trials([told("+ 0"), told("+ 0", loop), told("+ 0", loop)], 3, 60.0)
    next(running)
    running.close()


def test_a_child_changes_nothing_of_its_parent() -> None:
    changed: list[int] = []
    outcomes(told("+ 0", lambda: changed.append(1)))
    assert changed == []


def test_what_a_mutant_is_warned_of_is_ignored() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = outcomes(told("+ 0", lambda: re.compile(f"[[{os.getpid()}]")))
    assert found == [TrialOutcome(MutantFate.SURVIVED, ())]
