"""Vectors with a workspace and steps, against adapters that do well and badly with them."""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from fake_world import FAKES, QUICK, Outcome, drive, fake
from workshop_world import (
    entry,
    lay_out_corpus,
    read,
    say,
    scenarios,
    told,
    workshop,
    write,
)

from hanzo_conformance.sinks.failure_text import failure_lines
from hanzo_conformance.sinks.record import result_entry
from hanzo_conformance.transports.channel import Channel, Sharing, Transport
from hanzo_conformance.values.errors import ExitCode

__all__ = ["cli"]

# What git gives for HELLO with fixed names and dates, on any machine.
HEAD = "0c780ac4a0281c7e82290e0a4883bfbc21b555d5"
HELLO = {"files": {"a.txt": {"text": "hello"}}}


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every run removes the folders that it has made."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield
    assert list(place.iterdir()) == []


def run_one(folder: Path, fault: str, **members: Any) -> Outcome:
    return drive(workshop(fault), scenarios(folder, entry("one", **members)))


def detail(outcome: Outcome, vector: str = "shop/one") -> str:
    failure = outcome.result(vector).failure
    assert failure is not None
    return failure.detail or ""


def test_a_single_question_gets_its_workspace_and_its_answer_is_folded_back(
    tmp_path: Path,
) -> None:
    outcome = run_one(tmp_path, "", workspace=HELLO, **read("a.txt", "hello"))
    assert outcome.verdicts() == {"shop/one": "passed"}
    assert outcome.code is ExitCode.CONFORMANT


def test_an_error_is_folded_back_too(tmp_path: Path) -> None:
    details = {"path": "${workspace}/none"}
    question = {
        "operation": "shop.read",
        "input": {"path": "none"},
        "expected": {"error": {"code": "NOT_FOUND", "details": details}},
    }
    assert run_one(tmp_path, "", workspace={}, **question).of("passed") == ["shop/one"]


def test_later_steps_see_what_earlier_ones_did_and_take_from_their_answers(tmp_path: Path) -> None:
    copied = write("b.txt", "hello")
    copied["input"] = {"path": "b.txt", "text": {"$from": [0, "/text"]}}
    outcome = run_one(
        tmp_path,
        "",
        workspace=HELLO,
        steps=[read("a.txt", "hello"), copied, read("b.txt", "hello")],
        after={"files": {**HELLO["files"], "b.txt": {"text": "hello"}}},
    )
    assert outcome.verdicts() == {"shop/one": "passed"}


def test_what_is_taken_from_an_answer_is_not_folded_on_the_way(tmp_path: Path) -> None:
    copied = write("b.txt", "${workspace}/a.txt")
    copied["input"] = {"path": "b.txt", "text": {"$from": [0, "/path"]}}
    outcome = run_one(
        tmp_path, "", workspace=HELLO, steps=[read("a.txt", "hello"), copied],
        after={"files": {"a.txt": {"any": True}, "b.txt": {"text": "${workspace}/a.txt"}}},
    )  # fmt: skip
    # The file has the real path: the placeholder in the expected text is no placeholder.
    assert outcome.of("failed") == ["shop/one"]
    assert "b.txt: has other content" in detail(outcome)


def test_files_are_changed_from_outside_before_a_step(tmp_path: Path) -> None:
    gone = {
        "operation": "shop.read",
        "input": {"path": "a.txt"},
        "expected": {"error": {"code": "NOT_FOUND"}},
        "before": {"files": {"a.txt": None}},
    }
    changed = read("a.txt", "changed", before={"files": {"a.txt": {"text": "changed"}}})
    outcome = run_one(
        tmp_path, "", workspace=HELLO, steps=[read("a.txt", "hello"), changed, gone],
        after={"files": {}},
    )  # fmt: skip
    assert outcome.verdicts() == {"shop/one": "passed"}


def test_steps_may_stand_without_a_workspace(tmp_path: Path) -> None:
    outcome = run_one(tmp_path, "", steps=[say("a"), say("${workspace}")])
    assert outcome.of("passed") == ["shop/one"]


def test_a_web_server_is_there_for_the_time_of_the_vector(tmp_path: Path) -> None:
    fetched = {
        "operation": "shop.fetch",
        "input": {"url": "${http}/greeting?q=1"},
        "expected": {"result": {"path": "${http}/greeting?q=1", "text": "hi"}},
    }
    routes = {"/greeting": {"status": 301, "headers": {"Location": "${http}/there"}},
              "/there": {"headers": {"X": "y"}, "body": {"text": "hi"}}}  # fmt: skip
    outcome = run_one(tmp_path, "", workspace={"http": routes}, **fetched)
    assert outcome.verdicts() == {"shop/one": "passed"}


def test_a_failure_names_its_step_operation_and_what_was_asked(tmp_path: Path) -> None:
    chosen = scenarios(
        tmp_path,
        entry("one", workspace=HELLO, steps=[read("a.txt", "hello"), read("a.txt", "other")]),
    )
    outcome = drive(workshop(), chosen)
    result = outcome.result("shop/one")
    assert result.verdict.value == "failed"
    assert result.failure is not None
    assert result.failure.step == 2
    assert detail(outcome) == "step 2 of 2, shop.read"
    assert (result.failure.pointer, result.failure.actual) == ("/text", "hello")
    stated = result_entry(result, chosen[0])
    assert (stated.step, stated.input) == (2, {"path": "a.txt"})
    assert '  input     {"path": "a.txt"}' in failure_lines(result, chosen[0], {})


def test_an_actual_value_is_told_with_placeholders(tmp_path: Path) -> None:
    outcome = run_one(
        tmp_path, "", workspace=HELLO, steps=[{**read("a.txt", "hello"), "expected": told("b", "")}]
    )
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert failure.actual == "${workspace}/a.txt"


def test_a_pointer_that_leads_to_nothing_fails_its_step(tmp_path: Path) -> None:
    lost = write("b.txt", "x")
    lost["input"] = {"path": "b.txt", "text": {"$from": [0, "/no/such"]}}
    outcome = run_one(tmp_path, "", workspace=HELLO, steps=[read("a.txt", "hello"), lost])
    assert outcome.of("failed") == ["shop/one"]
    expected = "step 2 of 2, shop.write: it cannot be put: the result of step 1 has nothing at"
    assert detail(outcome).startswith(expected)


@pytest.mark.parametrize(
    ("fault", "verdict", "said"),
    [
        ("dies", "crashed", "step 2 of 3, shop.write: the process killed by SIGABRT"),
        ("hangs", "timed-out", "step 2 of 3, shop.write: no answer within 0.4 s"),
        ("garbage", "garbled", "step 2 of 3, shop.write: not strict JSON"),
    ],
)
def test_a_break_in_the_second_step_is_that_vector_s_alone(
    tmp_path: Path, fault: str, verdict: str, said: str
) -> None:
    steps = [write("a", "1"), write("bad", "2"), read("bad", "2")]
    good = [write("a", "1"), read("a", "1")]
    outcome = drive(
        workshop(fault),
        scenarios(
            tmp_path,
            entry("before", workspace={}, steps=good),
            entry("one", workspace={}, steps=steps),
            entry("behind", workspace={}, steps=good),
            entry("plain", **say("x")),
        ),
    )
    assert outcome.verdicts() == {
        "shop/plain": "passed",
        "shop/before": "passed",
        "shop/one": verdict,
        "shop/behind": "passed",
    }
    assert detail(outcome).startswith(said)
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert failure.step == 2


def test_rubbish_after_the_last_answer_is_laid_to_the_vector_that_wrote_it(tmp_path: Path) -> None:
    good = [write("a", "1"), read("a", "1")]
    outcome = drive(
        workshop("late-garbage"),
        scenarios(
            tmp_path,
            entry("good", workspace={}, steps=good),
            entry("one", workspace={}, steps=[write("a", "1"), write("b", "bad")]),
            entry("next", workspace={}, steps=good),
        ),
    )
    assert outcome.of("garbled") == ["shop/one"]
    assert outcome.of("passed") == ["shop/good", "shop/next"]


def test_rubbish_of_the_last_plain_vector_is_not_laid_to_the_first_scenario(
    tmp_path: Path,
) -> None:
    outcome = drive(
        workshop("late-garbage"),
        scenarios(
            tmp_path,
            entry("scene", workspace={}, steps=[write("a", "1")]),
            entry("plain", **say("bad")),
        ),
    )
    assert outcome.verdicts() == {"shop/plain": "garbled", "shop/scene": "passed"}


def test_a_step_that_is_answered_twice_is_garbled(tmp_path: Path) -> None:
    steps = [write("a", "1"), write("bad", "2"), read("bad", "2")]
    outcome = run_one(tmp_path, "twice", workspace={}, steps=steps)
    assert outcome.verdicts() == {"shop/one": "garbled"}
    assert "answers request 2 for the second time" in detail(outcome)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("leaves-files", "left/behind.txt: should not be there"),
        ("writes-outside", "${outside}/secret.txt: has other content"),
        ("writes-beside", "${workspace}/../beside.txt: should not be there"),
        ("removes-the-workspace", "${workspace}/../elsewhere: should not be there"),
        ("links-the-workspace", "${workspace}: the folder itself is gone"),
    ],
)
def test_what_is_left_where_it_must_not_be_fails_the_vector_and_nobody_else(
    tmp_path: Path, fault: str, said: str
) -> None:
    bad = {
        "operation": "shop.read",
        "input": {"path": "bad"},
        "expected": {"error": {"code": "NOT_FOUND"}},
    }
    outcome = drive(
        workshop(fault),
        scenarios(
            tmp_path,
            entry("one", workspace=HELLO, after=HELLO, **bad),
            entry("next", workspace=HELLO, after=HELLO, **read("a.txt", "hello")),
        ),
    )
    assert outcome.verdicts() == {"shop/one": "failed", "shop/next": "passed"}
    assert said in detail(outcome)


def test_the_folder_beside_the_workspace_is_looked_at_without_after(tmp_path: Path) -> None:
    bad = {
        "operation": "shop.read",
        "input": {"path": "bad"},
        "expected": {"error": {"code": "NOT_FOUND"}},
    }
    outcome = run_one(tmp_path, "writes-outside", workspace={}, **bad)
    assert outcome.of("failed") == ["shop/one"]


def test_an_operation_that_any_step_needs_makes_it_unsupported(tmp_path: Path) -> None:
    chosen = scenarios(
        tmp_path,
        entry("one", workspace={}, steps=[write("a", "1")]),
        entry("two", steps=[say("a")]),
    )
    outcome = drive(fake("none"), chosen)
    assert outcome.verdicts() == {"shop/one": "unsupported", "shop/two": "passed"}


class Distant:
    """A transport whose adapters are elsewhere."""

    def __init__(self, inner: Transport, sharing: Sharing) -> None:
        self._inner, self.sharing = inner, sharing

    def open(self) -> Channel:
        return self._inner.open()


def test_who_shares_no_files_is_not_asked_and_told_why(tmp_path: Path) -> None:
    chosen = scenarios(
        tmp_path,
        entry("one", workspace=HELLO, **read("a.txt", "hello")),
        entry("two", steps=[say("a")]),
    )
    far = Sharing(files=False, loopback=False)
    outcome = drive(workshop(), chosen, wrap=lambda inner: Distant(inner, far))
    assert outcome.verdicts() == {"shop/one": "not-run", "shop/two": "passed"}
    assert "does not share the file system" in detail(outcome)
    assert outcome.code is ExitCode.INCOMPLETE


def test_who_shares_no_loopback_address_is_asked_what_needs_no_server(tmp_path: Path) -> None:
    routes = {"/x": {"body": {"text": "x"}}}
    fetched = {
        "operation": "shop.fetch",
        "input": {"url": "${http}/x"},
        "expected": {"result": {"path": "${http}/x", "text": "x"}},
    }
    chosen = scenarios(
        tmp_path,
        entry("one", workspace={"http": routes}, **fetched),
        entry("two", workspace=HELLO, **read("a.txt", "hello")),
    )
    near = Sharing(files=True, loopback=False)
    outcome = drive(workshop(), chosen, wrap=lambda inner: Distant(inner, near))
    assert outcome.verdicts() == {"shop/one": "not-run", "shop/two": "passed"}


def test_every_vector_of_a_worker_has_the_same_folder_and_a_manifest_can_name_it(
    tmp_path: Path,
) -> None:
    chosen = scenarios(
        tmp_path,
        *(entry(f"v{n}", workspace=HELLO, **read("a.txt", "hello")) for n in range(5)),
    )
    item = workshop("checks-its-place", environment={"PLACE": "${workspace}"})
    assert len(drive(item, chosen).of("passed")) == 5


def test_isolated_scenarios_and_scenarios_of_many_workers_pass_too(tmp_path: Path) -> None:
    chosen = scenarios(
        tmp_path,
        *(entry(f"v{n}", workspace=HELLO, after=HELLO, **read("a.txt", "hello")) for n in range(6)),
    )
    assert len(drive(workshop(), chosen, isolated=True).of("passed")) == 6
    assert len(drive(workshop(), chosen, workers=3, jobs=3).of("passed")) == 6


def test_a_workspace_with_git_is_a_repository_with_one_known_commit(tmp_path: Path) -> None:
    question = read(".git/refs/heads/main", HEAD + "\n")
    workspace = {**HELLO, "git": True}
    outcome = run_one(tmp_path, "", workspace=workspace, after=HELLO, **question)
    assert outcome.of("passed") == ["shop/one"]


def test_an_interrupted_scenario_is_not_run_and_never_half_passed(tmp_path: Path) -> None:
    interrupted = threading.Event()
    steps = [write("a", "1"), write("bad", "2")]
    chosen = scenarios(tmp_path, entry("one", workspace={}, steps=steps))
    slow = workshop("hangs", limits=type(QUICK)(timeout_s=30, start_s=5, grace_s=0.3))
    threading.Timer(0.6, interrupted.set).start()
    outcome = drive(slow, chosen, interrupted=interrupted)
    assert outcome.verdicts() == {"shop/one": "not-run"}


def test_the_first_difference_of_the_files_has_a_pointer(tmp_path: Path) -> None:
    after = {"files": {"a.txt": {"text": "other"}}}
    outcome = run_one(tmp_path, "", workspace=HELLO, after=after, **read("a.txt", "hello"))
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert failure.pointer == "/after/files/a.txt"
    assert (failure.expected, failure.actual) == ({"text": "other"}, {"text": "hello"})
    assert failure.step is None


def test_show_tells_workspace_and_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    from hanzo_conformance.commands import show
    from hanzo_conformance.files.vectors import read_corpus

    step = read("a.txt", "hello", before={"files": {"b": None}})
    place = lay_out_corpus(tmp_path, entry("one", workspace=HELLO, steps=[step], after=HELLO))
    monkeypatch.setattr(show, "read_corpus", lambda: read_corpus(place))
    code, told, _ = cli("show", "shop/one")
    assert code == 0
    parts = ["workspace {", "step 1 of 1", "before it, from outside,", "operation shop.read",
             "input {", "expected result {", "after the last step {"]  # fmt: skip
    places = [told.index(part) for part in parts]
    assert places == sorted(places)


def test_replay_plays_the_scenario_and_shows_the_wire(tmp_path: Path, cli: Cli) -> None:
    place = lay_out_corpus(
        tmp_path, entry("one", workspace=HELLO, steps=[read("a.txt", "hello"), read("a.txt", "no")])
    )
    manifest = tmp_path / "runner.toml"
    command = [sys.executable, "-S", str(FAKES / "workshop.py"), ""]
    manifest.write_text(
        f'name = "workshop"\nlanguage = "python"\ncommand = {json.dumps(command)}\n'
    )
    code, told, _ = cli("replay", "shop/one", "--impl", manifest, "--vectors", place)
    assert code == ExitCode.DIVERGES
    assert "step 2 of 2, shop.read" in told
    assert told.count('"method":"shop.read"') == 2


def test_a_vector_after_the_other_is_played_at_the_caller_s_pace(tmp_path: Path) -> None:
    from hanzo_conformance.engine.stepwise import Stepwise

    chosen = scenarios(
        tmp_path,
        entry("one", workspace=HELLO, after=HELLO, **read("a.txt", "hello")),
        entry("two", workspace={}, steps=[write("a", "1"), write("bad", "2")]),
        entry("three", **say("x")),
        entry("four", workspace=HELLO, **read("a.txt", "hello")),
    )
    asked = Stepwise(workshop("dies"), [vector.id for vector in chosen])
    try:
        following = [*chosen[1:], None]
        results = [asked.judge(*pair) for pair in zip(chosen, following, strict=True)]
    finally:
        asked.close()
    assert [result.verdict.value for result in results] == ["passed", "crashed", "passed", "passed"]


def test_a_scenario_counts_among_what_vectors_are_worth(tmp_path: Path) -> None:
    from hanzo_conformance.files.schema_check import breaks
    from hanzo_conformance.pure.worth import measure

    worth = measure(
        "shop",
        scenarios(
            tmp_path,
            entry("one", workspace=HELLO, after=HELLO, **read("a.txt", "hello")),
            entry("two", workspace=HELLO, after={"files": {}}, **read("a.txt", "hello")),
            entry("three", steps=[say("x")]),
        ),
        breaks,
    )
    assert worth.vectors == 3
    # Of the two that read, only the one that leaves all as it was is passed by one fixed answer.
    assert worth.nulls["answers one result"] == 1
    assert worth.nulls["answers its input"] == 1


def test_a_scenario_is_never_sent_as_a_plain_request(tmp_path: Path) -> None:
    from hanzo_conformance.pure.session import Session

    [vector] = scenarios(tmp_path, entry("one", steps=[say("a")]))
    with pytest.raises(AssertionError, match="played"):
        Session("0").ask([vector], 0.0)


def test_the_params_of_a_scenario_show_its_workspace_and_its_steps(tmp_path: Path) -> None:
    [vector] = scenarios(tmp_path, entry("one", workspace=HELLO, steps=[read("a.txt", "hello")]))
    assert vector.params == (
        b'{"workspace":{"files":{"a.txt":{"text":"hello"}}},'
        b'"steps":[{"operation":"shop.read","input":{"path":"a.txt"}}]}'
    )
    assert vector.result == b'[{"result":{"path":"${workspace}/a.txt","text":"hello"}}]'
    assert vector.operations == ("shop.read",)
