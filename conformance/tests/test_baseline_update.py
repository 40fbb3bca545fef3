"""An update keeps what still holds, word for word, and never explains anything by itself."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_conformance.pure.baseline_text import put_together, take_apart
from hanzo_conformance.pure.baseline_update import Action, Findings, Update, update
from hanzo_conformance.values.verdict import Verdict

VECTORS = [f"echo/{name}" for name in ("a-1", "a-2", "a-3", "b-1", "b-2", "c-1")]
PASSED, FAILED, CRASHED = Verdict.PASSED, Verdict.FAILED, Verdict.CRASHED


def one(vector: str, verdict: str = "failed", reason: str = "upstream", more: str = "") -> str:
    return (
        f'[[divergence]]\nvector = "echo/{vector}"\nverdict = "{verdict}"\n'
        f'reason = "{reason}"\n{more}'
    )


def updated(
    text: str,
    verdicts: Mapping[str, Verdict],
    *,
    rest: Verdict | None = PASSED,
    widen: bool = False,
    counting: list[str] | None = None,
) -> Update:
    """An update after a run in which the vectors that are not named came to ``rest``."""
    told = {f"echo/{name}": verdict for name, verdict in verdicts.items()}
    if rest is not None:
        told = {**dict.fromkeys(VECTORS, rest), **told}
    found = Findings(VECTORS, told, frozenset(VECTORS if counting is None else counting))
    return update("fake", "known.toml", text, found, widen=widen)


def steps(made: Update) -> list[tuple[str, str]]:
    return [(step.action.value, step.vector.removeprefix("echo/")) for step in made.steps]


def entries(made: Update) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(made.text).get("divergence", [])
    return found


KEPT = f"""# Divergences of somebody.
# They have been told.

# the wrong unit
{one("a-1", more="issue = 'https://example.org/1'  # answered")}

  # --- b ---

[[divergence]]   # odd, but ours
verdict='crashed'
vector='echo/b-1'
reason = '''
two lines
'''
expires = 2027-01-31
# the end
"""


def test_what_still_holds_is_kept_to_the_letter() -> None:
    made = updated(KEPT, {"a-1": FAILED, "b-1": CRASHED})
    assert made.text == KEPT
    assert steps(made) == [("kept", "a-1"), ("kept", "b-1")]


def test_what_passes_by_now_goes_with_its_own_comment_and_no_other() -> None:
    made = updated(KEPT, {"b-1": CRASHED})
    assert steps(made) == [("dropped", "a-1"), ("kept", "b-1")]
    assert "the wrong unit" not in made.text
    for kept in ("They have been told.", "--- b ---", "odd, but ours", "two lines", "# the end"):
        assert kept in made.text


def test_comments_that_stand_apart_survive_the_entry_before_them() -> None:
    made = updated(KEPT, {"a-1": FAILED})
    assert steps(made) == [("kept", "a-1"), ("dropped", "b-1")]
    assert made.text.endswith("# the end\n")


def test_a_new_divergence_gets_a_reason_that_no_gate_accepts() -> None:
    made = updated(one("a-1"), {"a-1": FAILED, "b-2": CRASHED, "c-1": FAILED})
    assert steps(made) == [("kept", "a-1"), ("added", "b-2"), ("added", "c-1")]
    assert made.text == (
        one("a-1") + "\n" + one("b-2", "crashed", "TODO") + "\n" + one("c-1", reason="TODO")
    )


def test_the_first_entry_of_all_comes_under_a_heading() -> None:
    made = updated("", {"a-1": FAILED})
    assert made.text.startswith("# Divergences of fake that are known. ")
    assert "\n\n[[divergence]]\n" in made.text


def test_a_divergence_of_a_level_that_does_not_count_needs_no_entry() -> None:
    made = updated("", {"a-1": FAILED}, counting=["echo/b-1"])
    assert (made.text, made.steps) == ("", ())


def test_a_divergence_of_another_kind_is_to_be_explained_anew_and_remembers_the_old_reason() -> (
    None
):
    made = updated("# a-1\n" + one("a-1", more='issue = "X"\n'), {"a-1": CRASHED})
    assert steps(made) == [("changed", "a-1")]
    assert made.text == (
        "# a-1\n# was failed: upstream\n" + one("a-1", "crashed", "TODO", more='issue = "X"\n')
    )


def test_a_reason_of_several_lines_is_replaced_as_a_whole() -> None:
    text = one("a-1").replace('"upstream"', '"""\nverdict = "failed"\nis what they say"""')
    made = updated(text, {"a-1": CRASHED})
    [found] = entries(made)
    assert (found["verdict"], found["reason"]) == ("crashed", "TODO")
    assert '# was failed: verdict = "failed" is what they say\n' in made.text


@pytest.mark.parametrize(
    ("text", "verdicts", "why"),
    [
        (one("a-1"), {}, "passes by now"),
        (one("a-1"), {"a-1": Verdict.UNSUPPORTED}, "is unsupported by now"),
        (one("gone"), {}, "no vector matches it"),
        (one("z-*", more="count = 2\n"), {}, "no vector matches it"),
        (one("a-*", more="count = 3\n"), {}, "none of its 3 vectors is failed by now"),
        (one("a-*", more="count = 9\n"), {}, "none of its 3 vectors is failed by now"),
    ],
)
def test_an_entry_that_has_become_untrue_goes(
    text: str, verdicts: dict[str, Verdict], why: str
) -> None:
    made = updated(text, verdicts)
    assert [(step.action, step.why) for step in made.steps] == [(Action.DROPPED, why)]
    assert made.text == ""


def test_an_entry_that_an_earlier_one_covers_goes() -> None:
    text = one("a-*", more="count = 3\n") + one("a-2", reason="again")
    made = updated(text, dict.fromkeys(["a-1", "a-2", "a-3"], FAILED))
    assert steps(made) == [("kept", "a-*"), ("dropped", "a-2")]


def test_what_the_run_did_not_judge_is_kept() -> None:
    text = one("a-1") + "\n" + one("b-*", "crashed", more="count = 2\n")
    made = updated(text, {}, rest=None)
    assert made.text == text
    assert steps(made) == [("kept", "a-1"), ("kept", "b-*")]


class TestGlobs:
    TEXT = "# all of a\n" + one("a-*", more="count = 2  # of 2\n")
    ALL = dict.fromkeys(["a-1", "a-2", "a-3"], FAILED)

    def test_one_that_covers_more_than_it_says_is_left_alone_until_told(self) -> None:
        made = updated(self.TEXT, self.ALL)
        assert made.text == self.TEXT
        assert steps(made) == [("left", "a-*")]
        assert "covers 3 vectors and says 2; --widen" in made.steps[0].why

    def test_widening_sets_the_count_and_nothing_else(self) -> None:
        made = updated(self.TEXT, self.ALL, widen=True)
        assert made.text == self.TEXT.replace("count = 2 ", "count = 3 ")
        assert steps(made) == [("widened", "a-*")]

    def test_widening_gives_a_count_where_there_is_none(self) -> None:
        [found] = entries(updated(one("a-*"), self.ALL, widen=True))
        assert found["count"] == 3

    def test_one_that_is_right_in_part_becomes_an_entry_for_each(self) -> None:
        text = self.TEXT.replace("count = 2", "count = 3") + 'issue = "X"\n'
        made = updated(text, {"a-1": FAILED, "a-3": CRASHED, "a-2": FAILED})
        assert steps(made) == [("split", "a-*"), ("added", "a-3")]
        assert made.text.startswith("# all of a\n[[divergence]]\n")
        assert [(found["vector"], found["reason"]) for found in entries(made)] == [
            ("echo/a-1", "upstream"),
            ("echo/a-2", "upstream"),
            ("echo/a-3", "TODO"),
        ]
        assert [found.get("issue") for found in entries(made)] == ["X", "X", None]


def test_a_glob_that_is_right_in_part_gives_no_entry_to_what_another_covers() -> None:
    text = one("a-1") + one("a-*", more="count = 3\n")
    made = updated(text, {"a-1": FAILED, "a-2": FAILED})
    assert [found["vector"] for found in entries(made)] == ["echo/a-1", "echo/a-2"]


def test_a_second_update_after_the_same_run_changes_nothing() -> None:
    text = KEPT + one("a-*", more="count = 3\n") + one("c-*") + one("b-2", "crashed")
    verdicts = {"a-1": FAILED, "a-2": CRASHED, "b-2": FAILED, "c-1": FAILED}
    first = updated(text, verdicts, widen=True)
    assert updated(first.text, verdicts, widen=True).text == first.text


LINES = st.sampled_from(
    ["", "# note", "  # indented", "[[divergence]]", 'vector = "echo/a-1"', "reason = '''", "'''"]
)


@given(st.lists(LINES).map(lambda lines: "".join(f"{line}\n" for line in lines)))
def test_taking_a_text_apart_loses_nothing(text: str) -> None:
    preamble, pieces = take_apart(text)
    whole = preamble + "".join(piece.lead + piece.body + piece.tail for piece in pieces)
    assert whole == text
    assert [line for line in put_together(preamble, pieces).splitlines() if line] == [
        line for line in text.splitlines() if line
    ]
