"""Permissions: rules by example, globs against fnmatch, timestamps against datetime."""

from __future__ import annotations

import doctest
import re
import time
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from random import Random
from typing import SupportsIndex

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanzo_reference.permissions import (
    DOMAIN,
    Glob,
    PermissionMode,
    PermissionPolicy,
    PermissionRule,
    audit,
    inputs,
    matches,
    parse_mode,
    timestamp,
)
from hanzo_reference.permissions.audit import EARLIEST_MS, LATEST_MS
from hanzo_reference.spec import contract
from hanzo_reference.spec.calls import InvalidParamsError, call
from hanzo_reference.spec.declaration import DomainError

# Few and special code points, so that random patterns have sets, ranges and near misses.
SPECIAL = "[]!-^*?ab.\\&|~\n\uff5e\U0001f600"
names = st.text(st.sampled_from(SPECIAL) | st.characters(exclude_categories=["Cs"]), max_size=12)
rules = st.builds(
    PermissionRule, names, st.sampled_from(PermissionMode), st.none() | st.text(max_size=3)
)
milliseconds = st.integers(EARLIEST_MS, LATEST_MS)

EXAMPLES = [
    ("mcp__*", "mcp__github__get_issue", True),
    ("fs.write", "fs.write", True),
    ("fs.write", "fs_write", False),
    ("*.read", "fs.read.read", True),
    ("?", "\U0001f600", True),
    ("[]-a]", "_", True),
    ("[a-c-e]", "d", False),
    ("[b-a]", "b", False),
    ("[!b-a]", "\n", True),
    ("[^a]", "a", True),
    ("[!]", "[!]", True),
    ("a\\*", "a*", False),
]


@pytest.mark.parametrize(("pattern", "name", "expected"), EXAMPLES)
def test_a_glob_covers_exactly_the_names_it_describes(
    pattern: str, name: str, expected: bool
) -> None:
    assert matches(pattern, name) is expected


def negates_behind_a_reversed_range(pattern: str) -> bool:
    """Whether some bracket is followed by reversed ranges and then "!": the one deviation."""
    for bracket in re.finditer(r"\[", pattern):
        at = start = bracket.end()
        while pattern[at + 1 : at + 2] == "-" and pattern[at] > pattern[at + 2 : at + 3] > "":
            at += 3
        if at > start and pattern[at : at + 1] == "!":
            return True
    return False


def random_pattern(random: Random) -> str:
    """A few code points, stars and sets; every third pattern is noise without any form."""

    def noise(most: int) -> str:
        return "".join(random.choices(SPECIAL, k=random.randrange(most)))

    if random.random() < 0.33:
        return noise(9)
    parts = (noise(2), "*", "?", f"[{noise(7)}]", f"[!{noise(7)}]")
    return "".join(random.choices(parts, k=random.randrange(1, 4)))


def test_globs_give_the_answers_of_fnmatchcase_on_a_hundred_thousand_pairs() -> None:
    random = Random(301)  # noqa: S311 - a fixed sequence
    pairs = covered = deviating = 0
    while pairs < 100_000:
        pattern = random_pattern(random)
        if negates_behind_a_reversed_range(pattern):
            deviating += 1
            continue
        compiled = Glob(pattern)
        for _ in range(10):
            name = "".join(random.choices(SPECIAL, k=random.randrange(4)))
            answer = compiled.matches(name)
            assert answer == fnmatchcase(name, pattern), (pattern, name)
            pairs += 1
            covered += answer
    assert covered > 15_000, "hardly any name is covered: the pairs show little"
    assert deviating < 500, "the exception swallows too many patterns"


def test_fuzzed_policies_give_the_answers_of_fnmatchcase() -> None:
    random = Random(7)  # noqa: S311 - a fixed sequence
    seen = set()
    for _ in range(20_000):
        operation, params = inputs.well_formed(random)
        if operation == "match" and not negates_behind_a_reversed_range(params["pattern"]):
            pattern, name = params["pattern"], params["name"]
            assert matches(pattern, name) == fnmatchcase(name, pattern), (pattern, name)
            seen.add(matches(pattern, name))
    assert seen == {True, False}


@pytest.mark.parametrize("pattern", ["[" * 2_000_000, "[]" + "[" * 2_000_000, "[a]" * 500_000])
def test_a_pattern_of_very_many_brackets_is_compiled_at_once(pattern: str) -> None:
    begun = time.monotonic()
    assert not matches(pattern, "a")
    # Looking for the end from each of them would take minutes.
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("pattern", ["[b-a!x]", "[z-yb-a!x]", "[!b-a!x]"])
def test_an_exclamation_mark_behind_a_reversed_range_is_a_member(pattern: str) -> None:
    plain = pattern.replace("z-y", "").replace("b-a", "")
    negated = pattern.startswith("[!")
    assert matches(pattern, "x") is not negated
    assert matches(pattern, "!") is not negated
    assert matches(pattern, "q") is negated
    # Where the set is negated anyway, nothing deviates.
    assert (fnmatchcase("q", pattern) is matches(pattern, "q")) is negated, plain


@given(names)
def test_a_name_whose_special_code_points_are_quoted_by_sets_covers_itself_only(name: str) -> None:
    quoted = "".join(f"[{char}]" if char in "*?[" else char for char in name)
    assert matches(quoted, name)
    assert not matches(quoted, name + "x")
    assert not matches(quoted, "x" + name)


@given(names, names, names)
def test_a_star_covers_whatever_stands_between_two_ends(head: str, run: str, tail: str) -> None:
    def quote(text: str) -> str:
        return "".join(f"[{char}]" if char in "*?[" else char for char in text)

    assert matches(f"{quote(head)}*{quote(tail)}", head + run + tail)


@given(names, st.integers(0, 14))
def test_question_marks_count_code_points(name: str, count: int) -> None:
    assert matches("?" * count, name) is (len(name) == count)


@given(names, st.characters(exclude_categories=["Cs"]))
@example("b-a!x", "!")
def test_a_negated_set_takes_what_the_set_does_not(members: str, char: str) -> None:
    inside = "a" + members.replace("]", "")
    assert matches(f"[{inside}]", char) is not matches(f"[!{inside}]", char)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("a*" * 50 + "b", "a" * 200), ("*[ab]" * 40 + "c", "ab" * 100), ("*a?" * 60, "xa" * 90)],
)
def test_the_steps_of_a_match_stay_below_the_product_of_the_lengths(
    pattern: str, name: str
) -> None:
    looks = 0

    class Watched(str):
        __slots__ = ()

        def __getitem__(self, key: SupportsIndex | slice) -> str:
            nonlocal looks
            looks += 1
            return super().__getitem__(key)

    matches(pattern, Watched(name))
    assert 0 < looks <= len(pattern) * len(name)


@given(st.lists(rules, max_size=5), names)
def test_the_first_rule_that_covers_the_name_decides(
    ordered: list[PermissionRule], name: str
) -> None:
    found = PermissionPolicy(ordered).explain(name)
    covering = [rule for rule in ordered if matches(rule.tool_pattern, name)]
    if covering:
        first = covering[0]
        assert found.mode is first.mode
        assert (found.rule_matched, found.reason) == (first.tool_pattern, first.reason)
    else:
        assert found.mode is PermissionMode.PROMPT
        assert (found.rule_matched, found.reason) == (None, None)
    assert PermissionPolicy(ordered).evaluate(name) is found.mode


@given(st.lists(rules, max_size=5), st.lists(rules, max_size=2), names)
def test_rules_behind_the_one_that_decides_change_nothing(
    ordered: list[PermissionRule], further: list[PermissionRule], name: str
) -> None:
    found = PermissionPolicy(ordered).explain(name)
    if found.rule_matched is not None:
        assert PermissionPolicy([*ordered, *further]).explain(name) == found


@given(st.text(max_size=8))
@example("ALLOW")
@example("deny\n")
@example("\u0430llow")
def test_a_mode_is_one_of_three_texts(text: str) -> None:
    if text in ("allow", "deny", "prompt"):
        assert parse_mode(text).value == text
    else:
        with pytest.raises(DomainError) as caught:
            parse_mode(text)
        assert caught.value.code == "INVALID_MODE"


@given(st.lists(rules, max_size=4), names, names, milliseconds)
def test_a_record_has_a_reason_exactly_on_deny(
    ordered: list[PermissionRule], tool_name: str, session_id: str, moment: int
) -> None:
    policy = PermissionPolicy(ordered)
    record = audit(policy, tool_name, session_id, moment)
    outcome = policy.explain(tool_name)
    plain = ["timestamp", "tool_name", "mode", "rule_matched", "session_id"]
    denied = outcome.mode is PermissionMode.DENY
    assert list(record) == (["timestamp", *plain[1:], "reason"] if denied else plain)
    assert record["mode"] == outcome.mode.value
    assert record["rule_matched"] == outcome.rule_matched
    assert (record["tool_name"], record["session_id"]) == (tool_name, session_id)
    assert record.get("reason") == (outcome.reason if denied else None)


@given(st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999_000)))  # noqa: DTZ001 - times without a zone are what is drawn
def test_timestamps_are_those_of_the_standard_library(moment: datetime) -> None:
    moment = moment.replace(tzinfo=UTC, microsecond=moment.microsecond // 1000 * 1000)
    milliseconds = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    expected = moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
    assert timestamp(milliseconds) == expected


@given(milliseconds, milliseconds)
def test_timestamps_sort_as_their_times_do(one: int, other: int) -> None:
    assert (one < other) is (timestamp(one) < timestamp(other))


@pytest.mark.parametrize("moment", [EARLIEST_MS - 1, LATEST_MS + 1])
def test_a_time_without_a_spelling_is_refused(moment: int) -> None:
    with pytest.raises(ValueError, match="0000 to 9999"):
        timestamp(moment)
    operation = DOMAIN.operation("permissions.audit")
    assert operation is not None
    params = {"rules": [], "tool_name": "t", "session_id": "s", "timestamp_ms": moment}
    with pytest.raises(InvalidParamsError):
        call(operation, params)


@pytest.mark.parametrize(
    "rule",
    [
        {"tool_pattern": "fs.*"},
        {"tool_pattern": "fs.*", "mode": None},
        {"tool_pattern": "fs.*", "mode": "allow", "why": "unknown member"},
        {"tool_pattern": 1, "mode": "allow"},
        {"tool_pattern": "fs.*", "mode": "allow", "reason": 1},
    ],
)
def test_a_rule_of_the_wrong_shape_is_the_callers_mistake(rule: dict[str, object]) -> None:
    operation = DOMAIN.operation("permissions.evaluate")
    assert operation is not None
    with pytest.raises(InvalidParamsError):
        call(operation, {"rules": [rule], "tool_name": "fs.read"})


def test_every_case_becomes_a_vector_and_every_requirement_is_anchored() -> None:
    described = contract.describe(DOMAIN)
    anchored = {
        name for item in described["vectors"] if "anchor" in item for name in item["requirements"]
    }
    stated = {item["id"] for item in described["requirements"] if "excluded" not in item}
    assert anchored == stated
    assert len(described["vectors"]) >= 100


def test_the_example_in_the_specification_holds() -> None:
    text = contract.specification(DOMAIN)
    block = re.search(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block is not None
    parsed = doctest.DocTestParser().get_doctest(block[1], {}, "spec.md", "spec.md", 0)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0
