"""Sequences of operations over one workspace are drawn, asked, and made small."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fake_world import FAKES
from workshop_world import entry, scenarios

from hanzo_conformance.fuzz import sequence_campaign
from hanzo_conformance.fuzz.sequence_campaign import Campaign, Divergence
from hanzo_conformance.fuzz.sequence_text import divergence_lines
from hanzo_conformance.fuzz.sequence_trial import BrokenError, Trial, stated
from hanzo_conformance.fuzz.sequences import Sequences, joined_files
from hanzo_conformance.implementations.manifest import Implementation, Limits, Manifest
from hanzo_conformance.story.finding import REFERENCE
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_reference.spec.declaration import Domain, Model, Operation


class Write(Model):
    workspace: str
    path: str
    text: str


class Written(Model):
    path: str
    text: str


def write(asked: Write) -> Written:
    if "raise" in asked.text:
        raise ZeroDivisionError
    place = Path(asked.workspace) / asked.path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(asked.text)
    return Written(path=str(place), text=asked.text)


SHOP = Domain(
    id="shop", title="Shop", vector_file="shop", requirement_prefix="SHOP", sources=("nobody",),
    operations=(Operation("write", Write, Written, write),),
)  # fmt: skip


def step(path: str, text: str) -> dict[str, Any]:
    return {"operation": "shop.write", "input": {"path": path, "text": text}}


def sequence(*steps: dict[str, Any], **files: Any) -> dict[str, Any]:
    return {"workspace": {"files": files}, "steps": list(steps)}


def drawing(folder: Path) -> Sequences:
    """Sequences of three writes, of which one has a text that makes a fake do its fault."""
    answers = {"result": {"path": "${workspace}/a", "text": "x"}}
    found = scenarios(
        folder,
        entry(
            "one", **step("a", "good"), expected=answers, workspace={"files": {"b": {"text": ""}}}
        ),
        entry("two", **step("c/d", "bad"), expected=answers, workspace={"files": {}}),
        entry("three", **step("e", ""), expected=answers, workspace={"files": {"f": {"text": ""}}}),
    )
    return Sequences(found, "shop", fits)


def fits(_operation: str, params: Any) -> bool:
    # Where it writes is not what is drawn here: it stays in the workspace.
    return (
        params.keys() == {"path", "text"}
        and params["path"] in {"a", "c/d", "e"}
        and isinstance(params["text"], str)
    )


def test_the_same_seed_draws_the_same_and_only_what_operations_take(tmp_path: Path) -> None:
    drawn = drawing(tmp_path)
    first, second = (
        [drawn.draw(random) for _ in range(200)]
        for random in (Random(7), Random(7))  # noqa: S311 - a fixed sequence
    )
    assert first == second
    assert all(fits(item["operation"], item["input"]) for one in first for item in one["steps"])
    assert {len(one["steps"]) for one in first} == {1, 2, 3, 4, 5, 6}
    # Files of two workspaces meet, and texts that no vector has.
    assert any(set(one["workspace"]["files"]) == {"b", "f"} for one in first)
    texts = {item["input"]["text"] for one in first for item in one["steps"]}
    assert texts - {"good", "bad", ""}


def test_files_that_stand_in_each_other_s_way_are_not_joined() -> None:
    text = {"text": ""}
    assert joined_files({"a": text}, {"a/b": text, "c": text}) == {"a": text, "c": text}
    assert joined_files({"a/b": text}, {"a": text}) == {"a/b": text}


def test_a_sequence_has_what_the_reference_answers_and_leaves() -> None:
    found = stated(SHOP, sequence(step("a", "x"), step("c/d", "y"), b={"text": "here"}))
    assert found is not None
    assert [item["expected"]["result"]["path"] for item in found["steps"]] == [
        "${workspace}/a", "${workspace}/c/d",
    ]  # fmt: skip
    assert found["after"] == {
        "files": {"a": {"text": "x"}, "b": {"text": "here"}, "c/d": {"text": "y"}}
    }


def test_what_the_reference_does_not_take_is_not_asked_and_what_breaks_it_is_told() -> None:
    assert stated(SHOP, sequence({"operation": "shop.write", "input": {"path": 1}})) is None
    assert stated(SHOP, sequence(step("a", ""), **{"../b": {"text": ""}})) is None
    with pytest.raises(BrokenError, match="ZeroDivisionError"):
        stated(SHOP, sequence(step("a", "raise")))


def campaign(
    folder: Path, fault: str, steps: int, drawn: Sequences | None = None
) -> tuple[list[Divergence], Campaign]:
    command = [sys.executable, "-S", str(FAKES / "workshop.py"), fault]
    manifest = Manifest(
        name="shop", language="python", command=command, limits=Limits(timeout_s=2.0, grace_s=1.0)
    )
    found: list[Divergence] = []
    with Surroundings() as around:
        trial = Trial(Implementation(manifest, FAKES), around, None, lambda: False)
        try:
            run = Campaign(SHOP, drawn or drawing(folder), [trial], found.append)
            run.run(1, steps, None, lambda: False)
        finally:
            trial.close()
    return found, run


def test_who_answers_and_leaves_the_same_is_told_of_nothing(tmp_path: Path) -> None:
    found, run = campaign(tmp_path, "none", 40)
    assert found == []
    assert run.tally.steps >= 40
    assert run.tally.sequences >= 40 // 6


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> list[Divergence]:
    """What is found of an adapter that leaves more files than it should."""
    return campaign(tmp_path_factory.mktemp("campaign"), "leaves-files", 30)[0]


@pytest.mark.parametrize(
    ("fault", "verdict", "place"),
    [("leaves-files", Verdict.FAILED, "/after/files"), ("dies", Verdict.CRASHED, None)],
)
def test_a_divergence_is_made_as_small_as_one_step(
    tmp_path: Path,
    left_behind: list[Divergence],
    fault: str,
    verdict: Verdict,
    place: str | None,
) -> None:
    found = left_behind if fault == "leaves-files" else campaign(tmp_path, fault, 30)[0]
    kinds = [one for one in found if one.verdict is verdict]
    assert len({one.kind for one in kinds}) == len(kinds)
    [one, *_] = kinds
    assert [item["input"]["text"] for item in one.sequence["steps"]] == ["bad"]
    assert one.sequence["workspace"].get("files", {}) == {}
    assert one.entry is not None
    assert (one.failure.pointer or "").startswith(place or "")
    told = "\n".join(divergence_lines(one))
    assert f"{verdict.value.upper()} shop" in told
    assert '"bad"' in told


def test_a_sequence_is_told_as_it_was_drawn_where_there_is_no_time_to_make_it_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequence_campaign, "PATIENCE_S", 0.0)
    drawn = drawing(tmp_path)
    long = sequence(*(step("a", text) for text in ("good", "bad", "good")), b={"text": "x"})
    monkeypatch.setattr(drawn, "draw", lambda _: long)
    [one] = campaign(tmp_path, "leaves-files", 3, drawn)[0]
    assert one.sequence == long


def test_a_reference_that_breaks_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = drawing(tmp_path)
    monkeypatch.setattr(drawn, "draw", lambda _: sequence(step("a", "raise")))
    found: list[Divergence] = []
    run = Campaign(SHOP, drawn, [], found.append)
    run.run(1, None, None, lambda: bool(found))
    assert [one.implementation for one in found] == [REFERENCE]


def test_what_was_found_is_a_vector_with_steps_that_a_run_takes(
    tmp_path: Path, left_behind: list[Divergence]
) -> None:
    one = left_behind[0]
    body = json.loads(msgspec.json.encode(one.entry))
    [vector] = scenarios(tmp_path, entry("found", **body))
    assert vector.scenario is not None
    assert len(vector.scenario.turns) == len(one.sequence["steps"])
    assert vector.scenario.after is not None
