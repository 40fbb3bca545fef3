"""An update keeps what still holds, word for word, and never explains anything by itself."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_world import broken, entry, failed, passed, vector

from hanzo_conformance.baseline.text import put_together, take_apart
from hanzo_conformance.baseline.update import Action, Findings, Update, update
from hanzo_conformance.verdicts.record import Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Vector

NAMES = [f"echo/{name}" for name in ("a-1", "a-2", "a-3", "b-1", "b-2", "c-1")]
TEXT, TRACE = ("/text", "value"), ("/meta/trace_id", "missing")


def updated(
    text: str,
    *results: Result,
    vectors: Sequence[Vector] | None = None,
    rest: bool = True,
    widen: bool = False,
    strict: bool = False,
) -> Update:
    """An update after a run in which all that is not given passes, or with ``rest`` not is not run."""
    every = vectors or [vector(name) for name in NAMES]
    told = {item.vector: item for item in results}
    if rest:
        told = {item.id: passed(item.id) for item in every} | told
    counting = frozenset({"must", "should"} if strict else {"must"})
    found = Findings(every, list(told.values()), counting)
    return update("fake", "known.toml", text, found, widen=widen)


def steps(made: Update) -> list[tuple[str, str]]:
    return [(step.action.value, step.entry) for step in made.steps]


def entries(made: Update) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(made.text).get("divergence", [])
    return found


KEPT = """# Differences of somebody.
# They have been told.

# the wrong unit
[[divergence]]
at = "/text"
vector = "echo/a-1"
reason = "upstream"
issue = 'https://example.org/1'  # answered

  # --- b ---

[[divergence]]   # odd, but ours
kind='crashed'
at=''
count=1
reason = '''
two lines
'''
expires = 2027-01-31
# the end
"""
HOLDING = failed("echo/a-1", TEXT), broken("echo/b-1")


def test_what_still_holds_is_kept_to_the_letter() -> None:
    made = updated(KEPT, *HOLDING)
    assert made.text == KEPT
    assert [step.action for step in made.steps] == [Action.KEPT, Action.KEPT]


def test_what_passes_by_now_goes_with_its_own_comment_and_no_other() -> None:
    made = updated(KEPT, HOLDING[1])
    assert steps(made) == [
        ("dropped", "/text, echo/a-1"), ("kept", "(the whole answer), crashed"),
    ]  # fmt: skip
    assert "the wrong unit" not in made.text
    for kept in ("They have been told.", "--- b ---", "odd, but ours", "two lines", "# the end"):
        assert kept in made.text


def test_comments_that_stand_apart_survive_the_entry_before_them() -> None:
    made = updated(KEPT, HOLDING[0])
    assert made.steps[1].action is Action.DROPPED
    assert made.text.endswith("# the end\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (entry("/text", vector="echo/a-1"), "echo/a-1 passes by now"),
        (entry("/text", vector="gone/x"), "no vector matches it"),
        (entry("/text", operation="gone.*", count=2), "no vector matches it"),
        (entry("/text", vector="echo/a-*", count=3), "nothing differs there by now"),
    ],
)
def test_an_entry_that_has_become_untrue_goes(text: str, why: str) -> None:
    made = updated(text)
    assert [(step.action, step.why) for step in made.steps] == [(Action.DROPPED, why)]
    assert made.text == ""


def test_an_entry_that_says_the_same_as_another_goes() -> None:
    made = updated(
        entry("/text", count=1) + entry("/text", count=2, reason="again"), failed(NAMES[0], TEXT)
    )
    assert [step.action.value for step in made.steps] == ["kept", "dropped"]


def test_of_named_vectors_those_that_pass_by_now_go() -> None:
    text = entry("/text", vector=NAMES[:3])
    made = updated(text, failed(NAMES[0], TEXT), failed(NAMES[2], TEXT))
    assert [(step.action, step.why) for step in made.steps] == [
        (Action.CHANGED, "echo/a-2 passes by now")
    ]
    assert entries(made)[0]["vector"] == [NAMES[0], NAMES[2]]
    assert entries(made)[0]["reason"] == "upstream bug"


def test_what_the_run_did_not_judge_is_kept() -> None:
    text = entry("/text", vector="echo/a-1") + "\n" + entry("/text", count=2)
    made = updated(text, rest=False)
    assert made.text == text
    assert {step.why for step in made.steps} == {"not judged in this run"}


class TestCounts:
    TEXT = "# all of a\n[[divergence]]\nat = '/text'\ncount = 2  # of 3\nreason = \"upstream\"\n"
    ALL = tuple(failed(name, TEXT) for name in NAMES[:3])

    def test_an_entry_that_touches_more_than_it_says_is_left_alone_until_told(self) -> None:
        made = updated(self.TEXT, *self.ALL)
        assert made.text == self.TEXT
        assert [(step.action, step.why) for step in made.steps] == [
            (Action.LEFT, "touches 3 vectors and says 2; --widen sets it")
        ]

    def test_widening_sets_the_count_and_nothing_else(self) -> None:
        made = updated(self.TEXT, *self.ALL, widen=True)
        assert made.text == self.TEXT.replace("count = 2 ", "count = 3 ")
        assert made.steps[0].action is Action.WIDENED

    def test_one_that_touches_less_says_so_from_now_on(self) -> None:
        made = updated(self.TEXT, self.ALL[0])
        assert made.text == self.TEXT.replace("count = 2 ", "count = 1 ")
        assert made.steps[0].why == "count 2 is 1 now"

    def test_one_without_a_count_gets_it(self) -> None:
        [found] = entries(updated(entry("/text"), *self.ALL))
        assert found["count"] == 3


class TestProposals:
    MANY = tuple(
        vector(f"{family}/v-{n}", f"{family.upper()}-{n % 4}")
        for family in ("echo", "shop")
        for n in range(20)
    )

    def proposed(self, *results: Result) -> list[dict[str, Any]]:
        made = updated("", *results, vectors=self.MANY)
        assert all(step.action is Action.ADDED for step in made.steps)
        again = updated(made.text, *results, vectors=self.MANY)
        assert again.text == made.text
        return entries(made)

    def test_one_difference_everywhere_is_one_entry_without_an_operation(self) -> None:
        found = self.proposed(*(failed(item.id, TRACE) for item in self.MANY))
        assert found == [{"at": "/meta/trace_id", "kind": "missing", "count": 40, "reason": "TODO"}]

    def test_one_of_an_operation_names_it(self) -> None:
        [found] = self.proposed(*(failed(item.id, TEXT) for item in self.MANY[:20]))
        assert (found["operation"], found["count"]) == ("echo.say", 20)

    def test_places_in_lists_are_one_place(self) -> None:
        spots = [(f"/frames/{n}/data", "value") for n in range(9)]
        [found] = self.proposed(*(failed(item.id, *spots) for item in self.MANY))
        assert found["at"] == "/frames/*/data"

    def test_few_vectors_are_named(self) -> None:
        [found] = self.proposed(failed("echo/v-1", TEXT), failed("echo/v-7", TEXT))
        assert found["vector"] == ["echo/v-1", "echo/v-7"]
        assert "count" not in found

    def test_where_few_of_many_differ_the_requirement_that_they_share_is_named(self) -> None:
        every = [vector(f"echo/v-{n}", f"ECHO-{n % 4}") for n in range(40)]
        made = updated("", *(failed(item.id, TEXT) for item in every[::4]), vectors=every)
        [found] = entries(made)
        assert (found["requirement"], found["count"]) == ("ECHO-0", 10)

    def test_errors_of_different_codes_are_different_entries(self) -> None:
        found = self.proposed(
            failed("echo/v-1", ("/code", "error-code")), failed("echo/v-2", ("", "accepted"))
        )
        assert [item["kind"] for item in found] == ["error-code", "accepted"]
        assert (found[0]["expected"], found[0]["actual"]) == ("e", "a")

    def test_an_answer_of_another_shape_is_told_as_the_place_of_it(self) -> None:
        spots = [("/data/a", "missing"), ("/data/b", "missing"), ("/data/c", "additional")]
        [found] = self.proposed(*(failed(item.id, *spots) for item in self.MANY[:20]))
        assert found["at"] == "/data"
        assert "kind" not in found

    def test_differences_that_come_apart_stay_apart(self) -> None:
        spots = [("/data/a", "missing"), ("/data/b", "missing"), ("/data/c", "missing")]
        found = self.proposed(
            *(failed(item.id, spots[n % 3]) for n, item in enumerate(self.MANY[:18]))
        )
        assert [item["at"] for item in found] == ["/data/a", "/data/b", "/data/c"]

    def test_a_crash_is_an_entry_of_its_own(self) -> None:
        [found] = self.proposed(broken("echo/v-3"))
        assert (found["at"], found["kind"]) == ("", "crashed")


def test_a_new_difference_gets_a_reason_that_no_gate_accepts_and_stands_behind_the_others() -> None:
    text = entry("/text", vector="echo/a-1")
    made = updated(text, failed("echo/a-1", TEXT, TRACE))
    assert made.text.startswith(text)
    assert entries(made)[1] == {"at": "/meta/trace_id", "kind": "missing", "vector": "echo/a-1",
                                "reason": "TODO"}  # fmt: skip


def test_the_first_entry_of_all_comes_under_a_heading() -> None:
    made = updated("", failed("echo/a-1", TEXT))
    assert made.text.startswith("# Differences of fake that are known. ")
    assert "\n\n[[divergence]]\n" in made.text


def test_a_divergence_of_a_level_that_does_not_count_needs_no_entry() -> None:
    every = [vector("echo/a-1", level="should")]
    made = updated("", failed("echo/a-1", TEXT), vectors=every)
    assert (made.text, made.steps) == ("", ())
    assert updated("", failed("echo/a-1", TEXT), vectors=every, strict=True).steps


OLD = """# a decoder of its own
[[divergence]]
vector = "echo/a-*"   # all of them
verdict = "failed"
count = 3
reason = "keeps the mark"

[[divergence]]
vector = "echo/b-1"
verdict = "crashed"
reason = "known there"
"""


def test_entries_of_the_old_form_become_entries_for_whole_answers_with_reason_and_comments() -> (
    None
):
    made = updated(OLD, *(failed(name, TEXT) for name in NAMES[:3]), broken("echo/b-1"))
    assert [step.action for step in made.steps] == [Action.MIGRATED, Action.MIGRATED]
    assert made.text == OLD.replace('verdict = "failed"', 'at = ""').replace(
        'verdict = "crashed"', 'at = ""\nkind = "crashed"'
    )
    assert updated(made.text, *(failed(name, TEXT) for name in NAMES[:3]), broken("echo/b-1")).text


def test_a_second_update_after_the_same_run_changes_nothing() -> None:
    text = KEPT + entry("/text", count=3) + entry("/other") + OLD
    results = failed("echo/a-1", TEXT, TRACE), failed("echo/a-2", ("/n", "value")), broken(NAMES[5])
    first = updated(text, *results, widen=True)
    assert updated(first.text, *results, widen=True).text == first.text


def test_an_update_of_very_many_entries_and_vectors_takes_no_time_to_speak_of() -> None:
    """All pairs of entries and vectors would take hours."""
    every = [vector(f"echo/v-{n}") for n in range(10_000)]
    text = "\n".join(entry("/text", vector=item.id) for item in every[:5000])
    begun = time.monotonic()
    made = updated(text, *(failed(item.id, TEXT) for item in every), vectors=every)
    assert len(made.steps) == 5001
    assert time.monotonic() - begun < 60


LINES = st.sampled_from(
    ["", "# note", "  # indented", "[[divergence]]", 'at = "/text"', "reason = '''", "'''"]
)


@given(st.lists(LINES).map(lambda lines: "".join(f"{line}\n" for line in lines)))
def test_taking_a_text_apart_loses_nothing(text: str) -> None:
    preamble, pieces = take_apart(text)
    whole = preamble + "".join(piece.lead + piece.body + piece.tail for piece in pieces)
    assert whole == text
    assert [line for line in put_together(preamble, pieces).splitlines() if line] == [
        line for line in text.splitlines() if line
    ]


def test_the_state_of_a_named_vector_is_told() -> None:
    text = entry("/text", vector="echo/a-1")
    unsupported = Result("x", "echo/a-1", Verdict.UNSUPPORTED, 0.0)
    assert updated(text, unsupported).steps[0].why == "echo/a-1 is unsupported by now"
    elsewhere = updated(text, failed("echo/a-1", TRACE))
    assert elsewhere.steps[0].why == "echo/a-1 does not differ there by now"
    assert [step.action for step in elsewhere.steps] == [Action.DROPPED, Action.ADDED]


def test_entries_that_stand_right_below_each_other_stay_so() -> None:
    packed = '# ours\n\n[[divergence]]\nat = "/a"\n[[divergence]]\nat = "/b"\n'
    assert put_together(*take_apart(packed)) == packed
    apart = packed.replace("\n[[", "\n\n[[").replace("\n\n\n", "\n\n")
    assert put_together(*take_apart(apart)) == apart
