"""Explained survivors: pinned to the code, counted, and told when they have become stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanzo_conformance.mutate.excuses import (
    Equivalent,
    ExcuseFile,
    Judgement,
    Unreached,
    judge,
    names,
    read_excuses,
)
from hanzo_conformance.mutate.mutants import draft, survivor_lines
from hanzo_conformance.mutate.mutation import Mutant, MutantFate, Tried
from hanzo_vectors.errors import FileError

LINE = "return age >= LIMIT"
WHY = "nobody is ever that old"


def tried(
    change: str = "return age > LIMIT",
    fate: MutantFate = MutantFate.SURVIVED,
    reached: int = 3,
    **more: str,
) -> Tried:
    stated = {
        "file": "rule.py",
        "function": "judge",
        "operator": "boundary",
        "subject": "age",
        "before": LINE,
        **more,
    }
    return Tried(Mutant(**stated, after=change, number=7), fate, (), reached)


def excuse(**more: object) -> ExcuseFile:
    stated: dict[str, object] = {
        "file": "rule.py", "function": "judge", "operator": "boundary", "subject": "age",
        "reason": WHY,
    }  # fmt: skip
    return ExcuseFile(equivalent=[Equivalent(**{**stated, **more})])  # type: ignore[arg-type]


def unreached(**more: str) -> ExcuseFile:
    return ExcuseFile(unreached=[Unreached("rule.py", "judge", WHY, **more)])


def held(excuses: ExcuseFile, *all_tried: Tried) -> Judgement:
    return judge("gate/mutants.toml", excuses, all_tried)


def test_a_survivor_without_a_word_is_unexplained() -> None:
    assert held(ExcuseFile(), tried()).unexplained == (tried(),)


def test_a_killed_mutant_needs_no_explanation() -> None:
    told = held(ExcuseFile(), tried(fate=MutantFate.KILLED), tried(fate=MutantFate.STILLBORN))
    assert told == Judgement((), 0, ())


def test_an_explained_survivor_is_counted_and_not_told() -> None:
    assert held(excuse(), tried()) == Judgement((), 1, ())


@pytest.mark.parametrize(
    ("more", "survivors", "problem"),
    [
        ({}, [], "there is no such mutant"),
        ({"subject": "LIMIT"}, [tried()], "there is no such mutant"),
        ({"operator": "constant"}, [tried()], "there is no such mutant"),
        ({"function": "other"}, [tried()], "there is no such mutant"),
        ({}, [tried(fate=MutantFate.KILLED)], "none of these survives by now"),
        ({}, [tried(), tried("return age == LIMIT")], "2 survive, the entry says 1"),
        ({"count": 2}, [tried()], "1 survive, the entry says 2: return age > LIMIT"),
        ({"requirement": "GATE-4"}, [tried(requirement="GATE-1 to GATE-3")], "name GATE-4"),
    ],
)
def test_an_explanation_of_nothing_or_of_another_number_is_stale(
    more: dict[str, object], survivors: list[Tried], problem: str
) -> None:
    [told] = held(excuse(**more), *survivors).problems
    assert told.startswith("gate/mutants.toml: rule.py, ")
    assert problem in told


def test_another_way_to_write_the_line_leaves_its_explanation_standing() -> None:
    rewritten = tried("return LIMIT < age", before="return not age < LIMIT")
    assert held(excuse(), rewritten) == Judgement((), 1, ())


def test_two_explanations_of_the_same_changes_explain_as_many_as_they_say_together() -> None:
    [entry] = excuse().equivalent
    both = ExcuseFile(equivalent=[entry, entry])
    assert held(both, tried(), tried("return age == LIMIT")) == Judgement((), 2, ())
    assert "1 survive, the entry says 2" in held(both, tried()).problems[0]


def test_an_explanation_of_what_is_unreached_anyway_is_one_too_many() -> None:
    both = ExcuseFile(excuse().equivalent, unreached().unreached)
    told = held(both, tried(reached=0))
    assert ["what another entry explains" in text for text in told.problems] == [True]


@pytest.mark.parametrize(
    ("specification", "requirement", "named"),
    [
        ("GATE-1, GATE-3", "GATE-3", True),
        ("GATE-1, GATE-3", "GATE-2", False),
        ("GATE-1 to GATE-3", "GATE-2", True),
        ("GATE-1 to GATE-3; OTHER-9", "OTHER-9", True),
        ("GATE-1 to GATE-3", "OTHER-2", False),
        ("HIP-0301", "GATE-1", False),
        (None, "GATE-1", False),
    ],
)
def test_code_names_a_requirement_alone_or_within_a_range(
    specification: str | None, requirement: str, named: bool
) -> None:
    assert names(specification, requirement) is named


def test_a_function_that_no_vector_runs_is_explained_as_a_whole() -> None:
    inner = tried(function="judge.inner", reached=0)
    assert held(unreached(), tried(reached=0), inner).unexplained == ()


def test_a_function_that_some_vector_runs_is_not_unreached() -> None:
    [told] = held(unreached(), tried(reached=0), tried("return 1", reached=4)).problems
    assert "4 vectors run some of it by now" in told


def test_what_is_run_in_one_of_two_places_is_unreached_in_the_other() -> None:
    run = tried(fate=MutantFate.KILLED)
    assert held(unreached(subject="age"), run, tried(reached=0)) == Judgement((), 1, ())
    [told] = held(unreached(subject="age"), run).problems
    assert "there is no such mutant" in told


def test_a_name_that_only_begins_alike_is_another_function() -> None:
    other = tried(function="judgement", reached=0)
    assert held(unreached(), tried(reached=0), other).unexplained == (other,)


def test_a_draft_is_read_back_and_explains_its_survivor(tmp_path: Path) -> None:
    quoted = tried('return "\\\n" + x', before="return '\"\\\\' + 'ä'")
    path = tmp_path / "mutants.toml"
    for survivor in (quoted, tried(reached=0)):
        path.write_text(draft(survivor).replace('reason = ""', f'reason = "{WHY}"'))
        assert held(read_excuses(path), survivor) == Judgement((), 1, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[equivalent]\n", "Expected"),
        ('[[equivalent]]\nfile = "a"\n', "missing required field"),
        ('[[unreached]]\nfile = "a"\nfunction = "f"\nreason = "so"\n', "length >= 10"),
        ('[[unreached]]\nfile = "a"\nfunction = "f"\nreason = "x y z x y z"\nlines = 3\n', "lines"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "mutants.toml"
    path.write_text(text)
    with pytest.raises(FileError, match=message):
        read_excuses(path)


def test_without_a_file_nothing_is_explained(tmp_path: Path) -> None:
    assert read_excuses(tmp_path / "mutants.toml") == ExcuseFile()


def test_a_survivor_is_told_with_its_place_its_change_and_its_specification() -> None:
    told = survivor_lines("gate", tried())
    assert told == [
        "SURVIVED gate/rule.py:7 in judge (boundary of age)",
        "  - return age >= LIMIT",
        "  + return age > LIMIT",
        "  3 vectors run it, none notices",
    ]
    assert survivor_lines("gate", tried(reached=0, requirement="GATE-1"))[3:] == [
        "  no vector gets here; specification GATE-1"
    ]
