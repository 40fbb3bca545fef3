"""Vectors with a workspace and steps: what is laid out, played and compared, and who is asked."""

from __future__ import annotations

from pathlib import Path

from fake_world import drive, fake
from scenario_world import HELLO, detail, nothing_is_left, run_one
from workshop_world import entry, read, say, scenarios, workshop, write

from hanzo_conformance.transports.channel import Channel, Sharing, Transport
from hanzo_conformance.values.errors import ExitCode

__all__ = ["nothing_is_left"]  # fixtures

# What git gives for HELLO with fixed names and dates, on any machine.
HEAD = "0c780ac4a0281c7e82290e0a4883bfbc21b555d5"


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
