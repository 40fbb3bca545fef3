"""A campaign against adapters that lie: each fault is found, made small, kept, and asked again."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fake_world import fake
from pydantic import BaseModel
from small_corpus import entry, lay_out

from hanzo_conformance.fuzz import campaign, oracle
from hanzo_conformance.fuzz.campaign import Campaign
from hanzo_conformance.fuzz.findings import FolderStore
from hanzo_conformance.fuzz.nearest import likely_requirements, nearest
from hanzo_conformance.fuzz.plan import Plan, Summary
from hanzo_conformance.fuzz.verb import close
from hanzo_conformance.generation.reference import UnsoundReferenceError
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.story.finding import REFERENCE, Finding
from hanzo_conformance.story.signature import finding_id
from hanzo_conformance.values.errors import ExitCode, StartError
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import Domain, DomainError, Model, Operation
from hanzo_reference.spec.rooms import RoomError
from hanzo_vectors.reading import read_corpus


class Say(Model):
    text: str


def say(asked: Say) -> BaseModel:
    if "raise" in asked.text:
        raise ZeroDivisionError(f"of {asked.text}")
    if "refuse" in asked.text:
        raise DomainError("TOO_BAD", "free text")
    return asked


ECHO = Domain(
    id="echo",
    title="Echo",
    vector_file="echo",
    requirement_prefix="ECHO",
    sources=("nobody",),
    operations=(Operation("say", Say, Say, say, {"TOO_BAD": "when it is"}),),
)


def inputs(_: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Texts, of which every hundredth is one that makes a fake do its fault."""
    random = Random(seed)  # noqa: S311 - reproducible test data
    while True:
        words = random.choices(("one", "two", "😀", "\n", "x" * 30), k=random.randrange(6))
        if random.random() < 0.01:
            words.insert(random.randrange(len(words) + 1), "bad")
        yield "echo.say", {"text": " ".join(words)}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with the contract of one small domain, known to the reference."""
    lay_out(tmp_path, entry("one", "a"), entry("two", "bee"))
    operations = tmp_path / "schemas" / "operations"
    operations.mkdir()
    for side in ("input", "output"):
        (operations / f"echo.say.{side}.json").write_text(json.dumps(Say.model_json_schema()))
    monkeypatch.setattr(contract, "domains", lambda: (ECHO,))
    monkeypatch.setattr(contract, "generated_inputs", inputs)
    monkeypatch.setattr(oracle, "shipped_folder", lambda: tmp_path)
    oracle.output_names.cache_clear()
    oracle.published.cache_clear()
    return tmp_path


class Ear:
    """Keeps what a campaign tells."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Finding]] = []
        self.notes: list[str] = []

    def begun(self, domains: Any, names: Any) -> None:
        self.notes.append(f"{list(domains)} {list(names)}")

    def progress(self, asked: int, seconds: float, findings: int) -> None:
        assert asked >= 0
        assert seconds >= 0
        assert findings >= 0

    def found(self, finding: Finding, state: str) -> None:
        self.told.append((state, finding))

    def fixed(self, finding: Finding) -> None:
        self.told.append(("fixed", finding))

    def note(self, text: str) -> None:
        self.notes.append(text)


def fuzz(world: Path, *implementations: Implementation, **plan: Any) -> tuple[Ear, Summary]:
    ear = Ear()
    stated: dict[str, Any] = {
        "corpus": read_corpus(world / "test-vectors"),
        "folder": world / "test-vectors",
        "implementations": implementations,
        "domains": ("echo",),
        "seed": 3,
        "jobs": 1,
        "examples": 600,
    }
    store = FolderStore(world / "findings")
    summary = Campaign(Plan(**{**stated, **plan}), store, ear, threading.Event()).run()
    return ear, summary


@pytest.mark.parametrize(
    ("fault", "verdict", "told"),
    [
        ("wrong", "failed", "/text"),
        ("domain-error", "failed", "TOO_BAD"),
        ("own-failure", "errored", "code -32603"),
        ("dies", "crashed", "killed by SIGSEGV"),
        ("hangs", "timed-out", "no answer within"),
        ("not-json", "garbled", "not strict JSON"),
        ("late-log-line", "garbled", "not strict JSON"),
    ],
)
def test_every_fault_is_found_and_made_as_small_as_it_can_be(
    world: Path, fault: str, verdict: str, told: str
) -> None:
    ear, summary = fuzz(world, fake(fault))
    assert [(state, item.input) for state, item in ear.told] == [("new", {"text": "bad"})]
    finding = ear.told[0][1]
    assert finding.signature.verdict == verdict
    assert told in json.dumps([finding.pointer, finding.detail, finding.signature.actual_code])
    assert finding.requirements == ["ECHO-1"]
    assert finding.alone
    assert summary.open == 1
    assert [path.stem for path in (world / "findings").glob("*")] == [finding.id]


def test_an_implementation_without_faults_has_no_findings(world: Path) -> None:
    ear, summary = fuzz(world, fake("none"))
    assert ear.told == []
    assert summary.open == 0
    assert summary.judged == sum(summary.asked.values()) > 100


def test_what_was_found_is_asked_again_first_and_told_when_it_is_mended(world: Path) -> None:
    found = fuzz(world, fake("wrong"))[0].told[0][1]
    assert [state for state, _ in fuzz(world, fake("wrong"), examples=1)[0].told] == ["again"]
    ear, summary = fuzz(world, fake("none"), examples=1)
    assert [(state, item.id) for state, item in ear.told] == [("fixed", found.id)]
    assert summary.open == 0
    assert FolderStore(world / "findings").all()[0].state == "fixed"
    assert fuzz(world, fake("none"), examples=1)[0].told == []
    assert [state for state, _ in fuzz(world, fake("wrong"), examples=1)[0].told] == ["back"]
    assert FolderStore(world / "findings").all()[0].state == "open"


def test_a_finding_that_diverges_in_another_way_by_now_takes_the_place_of_the_old_one(
    world: Path,
) -> None:
    fuzz(world, fake("wrong"))
    ear, _ = fuzz(world, fake("dies"), examples=1)
    assert [(state, item.signature.verdict) for state, item in ear.told] == [("again", "crashed")]
    assert [item.signature.verdict for item in FolderStore(world / "findings").all()] == ["crashed"]


def test_findings_of_somebody_else_are_left_alone(world: Path) -> None:
    fuzz(world, fake("wrong"))
    ear, _ = fuzz(world, fake("none", name="another"), examples=1)
    assert ear.told == []
    assert FolderStore(world / "findings").all()[0].state == "open"


def test_the_same_input_is_put_to_the_others_and_two_who_err_alike_make_one_look_at_the_reference(
    world: Path,
) -> None:
    ear, summary = fuzz(world, fake("wrong"), fake("none", name="right"))
    assert [dict(item.others) for _, item in ear.told] == [{"right": "passed"}]
    assert summary.judged == 2 * summary.asked["echo"]


def test_the_same_seed_finds_the_same_whatever_the_number_of_examples_at_once(world: Path) -> None:
    first = fuzz(world, fake("wrong"))
    second = fuzz(world, fake("wrong", name="other"))
    assert first[1].asked == second[1].asked
    other = fuzz(world, fake("none", name="third"), seed=4)
    assert other[1].asked != first[1].asked


def test_a_reference_that_breaks_is_a_finding_too(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(_: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "echo.say", {"text": f"it will raise, seed {seed}"}
        yield from inputs(_, seed)

    monkeypatch.setattr(contract, "generated_inputs", raising)
    ear, _ = fuzz(world, fake("none"))
    assert [(item.signature.implementation, item.input) for _, item in ear.told] == [
        (REFERENCE, {"text": "raise"})
    ]
    assert "ZeroDivisionError" in (ear.told[0][1].detail or "")


@pytest.mark.parametrize("named", [True, False])
def test_a_domain_without_generators_is_told_and_never_counted_as_sound(
    world: Path, monkeypatch: pytest.MonkeyPatch, *, named: bool
) -> None:
    def without(_: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
        raise RoomError(f"echo/inputs.py is not there, seed {seed}")

    monkeypatch.setattr(contract, "generated_inputs", without)
    with pytest.raises(UnsoundReferenceError, match="is not there"):
        fuzz(world, fake("none"), named=named)
    draft = dataclasses.replace(ECHO, status="draft")
    monkeypatch.setattr(contract, "domains", lambda: (draft,))
    if named:
        with pytest.raises(UnsoundReferenceError, match="is not there"):
            fuzz(world, fake("none"), named=True)
    else:
        ear, summary = fuzz(world, fake("none"))
        assert summary.judged == 0
        assert any("echo, a draft, is not fuzzed: echo/inputs.py" in text for text in ear.notes)


def test_nothing_asked_is_not_nothing_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert close(Summary({}), None) == ExitCode.INCOMPLETE
    assert close(Summary({"echo": 5, "odd": 0}, judged=5), None) == ExitCode.INCOMPLETE
    told = capsys.readouterr().out
    assert "nothing was asked" in told
    assert "of odd nothing" in told
    assert "nothing found" not in told
    assert close(Summary({"echo": 5}, judged=5), None) == ExitCode.CONFORMANT
    assert "nothing found" in capsys.readouterr().out


def test_an_input_that_the_model_refuses_and_the_schema_allows_is_told_once(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misfits(_: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
        while True:
            yield "echo.say", {"text": seed}

    monkeypatch.setattr(contract, "generated_inputs", misfits)
    monkeypatch.setattr(campaign, "FIRST_BATCH", 200)
    ear, _ = fuzz(world, fake("none"))
    assert sum("refuses what the schema allows" in text for text in ear.notes) == 1


def test_somebody_without_an_operation_of_a_domain_is_not_asked(world: Path) -> None:
    ear, summary = fuzz(world, fake("no-operations"))
    assert summary.judged == 0
    assert any("nobody has an operation" in text for text in ear.notes)


def test_an_implementation_that_cannot_be_started_ends_it_with_a_reason(world: Path) -> None:
    with pytest.raises(StartError, match="exited with status 3"):
        fuzz(world, fake("exits-at-once"))


def test_a_bug_that_hits_every_input_costs_bounded_time_and_is_one_finding(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bad(_: Domain, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
        random = Random(seed)  # noqa: S311 - reproducible test data
        while True:
            yield "echo.say", {"text": f"bad {random.random()}"}

    monkeypatch.setattr(contract, "generated_inputs", bad)
    ear, _ = fuzz(world, fake("dies"))
    assert [item.input for _, item in ear.told] == [{"text": "bad"}]
    assert any("too many restarts" in text for text in ear.notes)


def test_a_campaign_that_is_interrupted_at_once_says_so(world: Path) -> None:
    interrupted = threading.Event()
    interrupted.set()
    plan = Plan(
        corpus=read_corpus(world / "test-vectors"),
        folder=world / "test-vectors",
        implementations=(fake("none"),),
        domains=("echo",),
        seed=1,
        jobs=1,
    )
    ear = Ear()
    summary = Campaign(plan, FolderStore(world / "findings"), ear, interrupted).run()
    assert summary.interrupted
    assert any("interrupted" in text for text in ear.notes)


def test_the_nearest_vectors_are_of_the_operation_with_like_inputs_and_outcomes(
    world: Path,
) -> None:
    corpus = read_corpus(world / "test-vectors")
    asked = oracle.Oracle(corpus.vectors).question("echo.say", {"text": "beeb"}, "x")
    found = nearest(asked, corpus.vectors, 1)
    assert [item.id for item in found] == ["echo/two"]
    assert likely_requirements(found) == ["ECHO-1"]


def test_an_id_is_fit_for_a_file_name_and_the_same_for_the_same_signature(world: Path) -> None:
    finding = fuzz(world, fake("wrong"))[0].told[0][1]
    assert finding_id(finding.signature) == finding.id
    assert finding.id.startswith("fake-echo-say-failed-")


@pytest.mark.skipif(sys.platform != "linux", reason="children are looked for in /proc")
def test_a_campaign_whose_whole_group_is_told_to_end_says_that_it_was_interrupted(
    tmp_path: Path,
) -> None:
    words = ["fuzz", "--impl", "python", "--domain", "backoff", "--seconds", "600",
             "--database", str(tmp_path / "findings")]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", *words], text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as campaign:  # fmt: skip
        children = Path(f"/proc/{campaign.pid}/task/{campaign.pid}/children")
        end = time.monotonic() + 60
        # The tracker of resources, and a worker that draws.
        while len(children.read_text().split()) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        os.killpg(campaign.pid, signal.SIGTERM)
        said, _ = campaign.communicate(timeout=60)
    assert "itself failed" not in said
    assert campaign.returncode == 130, said
