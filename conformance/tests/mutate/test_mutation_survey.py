"""Surveys of tiny references: what is changed, who notices, and when a survey proves nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from tiny_reference import RULE, Tiny, gate, only_room, survey, tiny

from hanzo_conformance.mutate import survey as survey_module
from hanzo_conformance.mutate.mutation import MutantFate
from hanzo_conformance.mutate.questions import questions
from hanzo_conformance.mutate.rooms import declared, exchange, rooms
from hanzo_conformance.mutate.survey import Survey, SurveyReport, VoidError, smallest

__all__ = ["tiny"]

EXACT = [gate(17), gate(18), gate(19)]
SLOW = """
from {root}.gate.models import Asked, Told

def judge(asked: Asked) -> Told:
    years = 0
    while years < asked.age:
        years += 1
    return Told(allowed=years > 17)
"""
LIMIT_APART = """
LIMIT = 18
"""
RULE_WITH_LIMIT = """
from {root}.gate.limit import LIMIT
from {root}.gate.models import Asked, Told

def judge(asked: Asked) -> Told:
    return Told(allowed=asked.age >= LIMIT)
"""
READING = """
from functools import cache
from importlib.resources import files

from {root}.gate.models import Asked, Told

@cache
def limit() -> int:
    return int(files(__package__).joinpath("limit.txt").read_text())

def judge(asked: Asked) -> Told:
    return Told(allowed=asked.age >= limit())
"""
UNREACHED = (
    RULE
    + '''

def refuse(age: int) -> int:
    """For callers of the library."""
    return age + 1
'''
)
SHARED = """
def at_least(age: int, limit: int) -> bool:
    return age >= limit
"""
SHARING = """
from {root}.ages import at_least
from {root}.gate.models import Asked, Told

def judge(asked: Asked) -> Told:
    return Told(allowed=at_least(asked.age, 18))
"""


def alive(report: SurveyReport) -> set[str]:
    return {tried.mutant.after for tried in report.judgement.unexplained}


def test_vectors_on_both_sides_of_a_bound_kill_every_mutant(tiny: Tiny) -> None:
    report = survey(only_room(tiny.make()), EXACT)
    assert len(report.tried) >= 5
    assert alive(report) == set()


def test_a_bound_that_no_vector_stands_on_is_told(tiny: Tiny) -> None:
    report = survey(only_room(tiny.make()), [gate(16), gate(19)])
    assert alive(report) == {
        "return Told(allowed=asked.age > LIMIT)",
        "LIMIT = 19",
        "LIMIT = 17",
    }
    assert all(tried.mutant.file == "rule.py" for tried in report.tried)


def test_a_mutant_that_never_ends_is_killed_by_the_vector_that_it_hangs_on(tiny: Tiny) -> None:
    report = survey(only_room(tiny.make(gate__rule=SLOW)), EXACT, every=True)
    hanging = next(tried for tried in report.tried if tried.mutant.after == "years -= 1")
    assert hanging.fate is MutantFate.KILLED
    assert hanging.killers == (0,)


def test_a_constant_that_another_module_imported_is_changed_there_too(tiny: Tiny) -> None:
    root = tiny.make(gate__limit=LIMIT_APART, gate__rule=RULE_WITH_LIMIT)
    room = only_room(root)
    assert set(room.modules) == {f"{root}.gate.limit", f"{root}.gate.rule"}
    report = survey(room, EXACT)
    assert {tried.mutant.file for tried in report.tried} == {"limit.py", "rule.py"}
    assert alive(report) == set()


def test_a_file_beside_a_changed_module_is_read_as_ever(tiny: Tiny) -> None:
    room = only_room(tiny.make(gate__rule=READING))
    [path] = room.modules.values()
    path.with_name("limit.txt").write_text("18")
    report = survey(room, EXACT)
    assert alive(report) == set()
    # What stays as it is passes, or nothing would have been proved.
    assert {MutantFate.KILLED} == {tried.fate for tried in report.tried}


def test_models_cases_and_inputs_are_not_behaviour(tiny: Tiny) -> None:
    root = tiny.make(
        gate__cases="from {root}.gate.numbers import A\n", gate__numbers="A = 1\n",
        gate__inputs="B = 2\n",
    )  # fmt: skip
    assert set(only_room(root).modules) == {f"{root}.gate.rule"}


def test_code_that_no_vector_runs_is_told_as_such(tiny: Tiny) -> None:
    report = survey(only_room(tiny.make(gate__rule=UNREACHED)), EXACT)
    assert alive(report) == {"return age - 1", "return age + 2", "return age + 0", "pass"}
    assert {tried.reached for tried in report.judgement.unexplained} == {0}


def test_what_domains_share_is_judged_by_the_vectors_of_all_of_them(tiny: Tiny) -> None:
    root = tiny.make(ages=SHARED, gate__rule=SHARING, door="from {root} import declared_things\n",
                     declared_things="X = 1\n")  # fmt: skip
    gates, ages = rooms(root, ["gate"], "door")
    assert (gates.name, ages.name) == ("gate", "ages")
    assert list(ages.packages) == [f"{root}.gate"]
    assert ages.excuses.name == "ages-mutants.toml"
    assert alive(survey(ages, [gate(16), gate(19)])) == {"return age > limit"}


def test_what_domains_share_may_stand_beside_the_door(tiny: Tiny) -> None:
    root = tiny.make(
        made__ages=SHARED, made__door="X = 1\n", made____init__="",
        gate__rule=SHARING.replace("{root}.ages", "{root}.made.ages"),
    )  # fmt: skip
    _, ages = rooms(root, ["gate"], "made.door")
    assert list(ages.modules) == [f"{root}.made.ages"]
    assert ages.excuses == ages.modules[f"{root}.made.ages"].with_name("ages-mutants.toml")


def test_the_reference_itself_is_the_same_after_a_survey(tiny: Tiny) -> None:
    root = tiny.make()
    room = only_room(root)
    before = {name: module for name, module in sys.modules.items() if name.startswith(root)}
    survey(room, EXACT)
    [domain] = declared(room)
    assert domain.operations[0].function(domain.operations[0].input(age=18)).allowed is True
    for name, module in before.items():
        assert sys.modules[name] is module


def test_an_exchanged_module_runs_the_other_code(tiny: Tiny) -> None:
    root = tiny.make()
    room = only_room(root)
    code = compile(RULE.replace("{root}", root).replace("18", "21"), "rule.py", "exec")
    finders = list(sys.meta_path)
    try:
        [domain] = exchange(room, f"{root}.gate.rule", code)
    finally:
        sys.meta_path[:] = finders
    operation = domain.operations[0]
    assert operation.function(operation.input(age=20)).allowed is False


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ([], "there are no vectors"),
        ([gate(18, False)], "it fails gate/age-18"),
    ],
)
def test_a_survey_over_vectors_that_prove_nothing_is_void(
    tiny: Tiny, vectors: list[dict[str, object]], message: str
) -> None:
    with pytest.raises(VoidError, match=message) as raised:
        survey(only_room(tiny.make()), vectors)
    assert raised.value.exit_code == 4


def test_a_survey_whose_broken_control_lives_is_void(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if changed modules were not loaded at all.
    monkeypatch.setattr("hanzo_conformance.mutate.survey.exchange", lambda room, *_: declared(room))
    with pytest.raises(VoidError, match="fails when every function raises, survived"):
        survey(only_room(tiny.make()), EXACT)


def test_a_survey_whose_unchanged_control_dies_is_void(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if loading a module anew broke it.
    def broken(*_: object) -> list[object]:
        raise ImportError("no such module")

    monkeypatch.setattr("hanzo_conformance.mutate.survey.exchange", broken)
    with pytest.raises(VoidError, match="passes when nothing was changed, stillborn"):
        survey(only_room(tiny.make()), EXACT)


def test_explained_survivors_are_not_told_and_stale_explanations_are(tiny: Tiny) -> None:
    root = tiny.make()
    room = only_room(root)
    room.excuses.write_text(
        '[[equivalent]]\nfile = "rule.py"\nfunction = "<module>"\nsubject = "LIMIT"\n'
        'operator = "constant"\ncount = 2\nreason = "nobody comes at that age"\n'
        '[[equivalent]]\nfile = "rule.py"\nfunction = "<module>"\nsubject = "MOST"\n'
        'operator = "constant"\nreason = "nobody comes at that age"\n'
    )
    report = survey(room, [gate(16), gate(19)])
    assert alive(report) == {"return Told(allowed=asked.age > LIMIT)"}
    assert report.judgement.explained == 2
    [problem] = report.judgement.problems
    assert problem.startswith(
        "gate/mutants.toml: rule.py, <module>, constant, MOST: there is no such"
    )


def test_the_smallest_set_kills_what_all_vectors_kill(tiny: Tiny) -> None:
    room = only_room(tiny.make())
    vectors = [gate(age) for age in (3, 12, 17, 18, 19, 44)]
    whole = survey(room, vectors, every=True)
    few = smallest([whole])
    assert few == ["gate/age-17", "gate/age-18"]
    chosen = survey(room, [vector for vector in vectors if vector["id"] in few])
    assert [one.fate for one in chosen.tried] == [one.fate for one in whole.tried]


def test_one_kill_is_enough_unless_all_are_asked_for(tiny: Tiny) -> None:
    room = only_room(tiny.make())
    first = {one.mutant.after: one.killers for one in survey(room, EXACT).tried}
    every = {one.mutant.after: one.killers for one in survey(room, EXACT, every=True).tried}
    opposite = "return Told(allowed=asked.age < LIMIT)"
    assert (first[opposite], every[opposite]) == ((0,), (0, 1, 2))


def test_a_survey_says_how_far_it_is(tiny: Tiny) -> None:
    seen: list[tuple[int, int]] = []
    report = Survey(
        only_room(tiny.make()),
        questions(("gate", vector) for vector in EXACT),
        "GATE",
        2,
        every=False,
    ).run(lambda done, total: seen.append((done, total)))
    count = len(report.tried)
    assert seen == [(number, count) for number in range(1, count + 1)]


STAGED = {
    "gate____init__": """
from hanzo_reference.spec.declaration import Domain, Operation
from {root}.gate.models import Asked, Told
from {root}.gate.reading import judge

DOMAIN = Domain(
    id="gate", title="Gate", vector_file="gate", requirement_prefix="GATE", sources=(),
    operations=(Operation("judge", Asked, Told, judge),), touches_system=True, pure=("rule",),
)
""",
    "gate__models": """
from hanzo_reference.spec.declaration import Model

class Asked(Model):
    workspace: str
    age: int

class Told(Model):
    allowed: bool
""",
    "gate__reading": """
from pathlib import Path
from {root}.gate.models import Asked, Told
from {root}.gate.rule import at_least, noted

def judge(asked: Asked) -> Told:
    folder = Path(asked.workspace)
    (folder / "seen.txt").write_text(noted(asked.age))
    return Told(allowed=at_least(asked.age, int((folder / "limit.txt").read_text())))
""",
    "gate__rule": """
def at_least(age: int, limit: int) -> bool:
    return age >= limit

def noted(age: int) -> str:
    return "young" if age < 30 else "old"

def unasked(age: int) -> int:
    return age + 1
""",
}


def staged(age: int, limit: int, *, noted: str | None = None) -> dict[str, Any]:
    files = {"limit.txt": {"text": str(limit)}}
    after = {} if noted is None else {"after": {"files": {**files, "seen.txt": {"text": noted}}}}
    return {
        "id": f"gate/age-{age}-{limit}",
        "workspace": {"files": files},
        "steps": [
            {"operation": "gate.judge", "input": {"age": age},
             "expected": {"result": {"allowed": age >= limit}}},
        ],
        **after,
    }  # fmt: skip


def staged_survey(root: str, vectors: list[dict[str, Any]]) -> SurveyReport:
    [room] = rooms(root, ["gate"], None, {"gate": ("rule",)})
    asked = questions(("gate", vector) for vector in vectors)
    return Survey(room, asked, "GATE", 2, every=False, staged=True).run(lambda _done, _total: None)


def test_of_a_domain_in_workspaces_the_pure_modules_are_changed_and_no_others(tiny: Tiny) -> None:
    root = tiny.make(**STAGED)
    report = staged_survey(root, [staged(17, 18), staged(18, 18), staged(19, 18)])
    assert {one.mutant.file for one in report.tried} == {"rule.py"}
    left = {one.mutant.function for one in report.judgement.unexplained}
    assert left == {"noted", "unasked"}


def test_what_is_left_in_a_workspace_notices_mutants_too(tiny: Tiny) -> None:
    root = tiny.make(**STAGED)
    vectors = [staged(29, 18, noted="young"), staged(30, 30, noted="old"), staged(17, 18)]
    report = staged_survey(root, vectors)
    assert {one.mutant.function for one in report.judgement.unexplained} == {"unasked"}


def test_a_survey_in_workspaces_leaves_none_behind(tiny: Tiny, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    place = tmp_path / "stages"
    place.mkdir()
    monkeypatch.setattr(survey_module, "stage_root", lambda: place)
    hanging = STAGED["gate__rule"].replace(
        "return age >= limit", "while age < limit: age += 1\n    return True"
    )
    staged_survey(tiny.make(**{**STAGED, "gate__rule": hanging}), [staged(18, 18), staged(17, 17)])
    assert not place.exists()


def test_what_a_staged_survey_notices_is_in_no_list_for_quick_runs(tiny: Tiny) -> None:
    report = staged_survey(tiny.make(**STAGED), [staged(17, 18), staged(18, 18)])
    assert any(one.killers for one in report.tried)
    assert smallest([report]) == []


def test_a_question_reaches_what_another_has_left_in_a_cache(tiny: Tiny) -> None:
    cached = """
from functools import cache

@cache
def at_least(age: int, limit: int) -> bool:
    return age >= limit

def noted(age: int) -> str:
    return "young" if at_least(29, age) else "old"
"""
    root = tiny.make(**{**STAGED, "gate__rule": cached})
    report = staged_survey(root, [staged(18, 18), staged(18, 18, noted="young"), staged(17, 18)])
    reached = {one.reached for one in report.tried if one.mutant.function == "at_least"}
    assert reached == {3}
