"""Session compaction: a second implementation from the rules, and what must always hold."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from compaction_oracle import Message, Oracle, pairs_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hanzo_reference.session import InvalidMessage, SessionCompactor
from hanzo_reference.session.compactor import CompactionResult
from hanzo_reference.session.inputs import well_formed

# --- random sessions --------------------------------------------------------------------------

texts = st.sampled_from(["", "a", "abcd", "é€😀", "[compacted]", "some words more", "x" * 50])
values = st.sampled_from([None, True, 7, [], {"b": 1, "a": "é"}, ["[compacted]"], "ok", "y" * 60])
ids = st.sampled_from(["1", "2", "3"])
blocks = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, texts),
    st.builds(
        lambda identity, name, value: {
            "type": "tool_use", "id": identity, "name": name, "input": {"v": value},
        },
        ids, texts, values,
    ),
    st.builds(
        lambda identity, value: {"type": "tool_result", "tool_use_id": identity, "content": value},
        ids, values,
    ),
    st.builds(
        lambda identity, value: {
            "type": "tool_result", "tool_use_id": identity, "content": value, "is_error": True,
        },
        ids, texts,
    ),
)  # fmt: skip
bare = st.builds(
    lambda role, content: {"role": role, "content": content},
    st.sampled_from(["user", "user", "assistant", "tool", "system"]),
    texts | st.lists(blocks, max_size=3),
)
messages = bare | st.builds(
    lambda message, tokens: {**message, "token_count": tokens}, bare, st.integers(0, 40)
)
sessions = st.lists(messages, max_size=12)
summaries = st.none() | st.sampled_from(["", " \r\n", "\u00a0", "S", "a summary " * 4])
budgets = st.integers(1, 200)
reserves = st.integers(0, 4)


def as_plain(done: CompactionResult) -> dict[str, Any]:
    return {
        "messages": list(done.messages),
        "compacted_count": done.compacted_count,
        "results_compacted": done.results_compacted,
        "summary_source": done.summary_source,
        "tokens_saved": done.tokens_saved,
        "fits": done.fits,
    }


@settings(max_examples=400)
@given(sessions, budgets, reserves, summaries)
def test_compaction_agrees_with_a_second_implementation(
    session: list[Message], max_tokens: int, reserve: int, summary: str | None
) -> None:
    done = SessionCompactor(max_tokens, reserve).compact(session, summary)
    assert as_plain(done) == Oracle(session, max_tokens, reserve).compact(summary)


def test_compaction_agrees_with_it_on_generated_inputs() -> None:
    random = Random(5)  # noqa: S311 - reproducible test data
    compared = 0
    for _ in range(4000):
        operation, params = well_formed(random)
        compactor = SessionCompactor(params["max_tokens"], params.get("reserve_recent", 1))
        if operation == "should_compact":
            continue
        try:
            done = compactor.compact(params["messages"], params["summary"])
        except InvalidMessage:
            continue
        oracle = Oracle(params["messages"], params["max_tokens"], params["reserve_recent"])
        assert as_plain(done) == oracle.compact(params["summary"])
        compared += 1
    assert compared > 2000


@settings(max_examples=300)
@given(sessions, budgets, reserves, summaries)
def test_every_call_keeps_its_result_or_goes_with_it(
    session: list[Message], max_tokens: int, reserve: int, summary: str | None
) -> None:
    done = SessionCompactor(max_tokens, reserve).compact(session, summary)
    assert_no_pair_is_parted(session, done)


def assert_no_pair_is_parted(session: list[Message], done: CompactionResult) -> None:
    if done.compacted_count == 0:
        assert pairs_of(list(map(dict, done.messages))) == pairs_of(session)
        return
    first = 1 if session[0]["role"] == "system" else 0
    gone = range(first, first + done.compacted_count)
    before = pairs_of(session)
    assert all((call in gone) == (result in gone) for call, result in before)
    shift = done.compacted_count - 1
    survivors = [(call - shift, result - shift) for call, result in before if call not in gone]
    assert pairs_of(list(map(dict, done.messages))) == survivors


def test_the_checker_of_pairs_sees_a_parted_pair() -> None:
    call = {"type": "tool_use", "id": "1", "name": "", "input": {}}
    session: list[Message] = [
        {"role": "assistant", "content": [call]},
        {"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "1", "content": ""}]},
    ]
    parted = CompactionResult([{"role": "assistant", "content": "S"}, session[1]], 1, 0, 0, True,
                              "model")  # fmt: skip
    with pytest.raises(AssertionError):
        assert_no_pair_is_parted(session, parted)


@given(sessions, budgets, reserves, summaries)
def test_what_was_passed_in_is_not_modified(
    session: list[Message], max_tokens: int, reserve: int, summary: str | None
) -> None:
    before = copy.deepcopy(session)
    SessionCompactor(max_tokens, reserve).compact(session, summary)
    assert session == before


@given(sessions, budgets, reserves, summaries, summaries)
def test_what_is_at_the_trigger_or_below_stays_as_it_is(
    session: list[Message], max_tokens: int, reserve: int, summary: str | None, other: str | None
) -> None:
    compactor = SessionCompactor(max_tokens, reserve)
    once = compactor.compact(session, summary)
    assume(not compactor.should_compact(once.messages))
    twice = compactor.compact(once.messages, other)
    assert twice == CompactionResult(once.messages, 0, 0, 0, True, "none")


@given(sessions, budgets, reserves, summaries)
def test_the_protected_part_is_the_same_before_and_after(
    session: list[Message], max_tokens: int, reserve: int, summary: str | None
) -> None:
    done = SessionCompactor(max_tokens, reserve).compact(session, summary)
    flags = Oracle(session, max_tokens, reserve).protected()
    kept = [message for message, flag in zip(session, flags, strict=True) if flag]
    prompt = kept[:1] if session and session[0]["role"] == "system" else []
    tail = kept[len(prompt) :]
    assert done.messages[: len(prompt)] == prompt
    assert done.messages[len(done.messages) - len(tail) :] == tail


@given(sessions, budgets, reserves, summaries)
def test_the_account_adds_up(
    session: list[Message], max_tokens: int, reserve: int, summary: str | None
) -> None:
    compactor = SessionCompactor(max_tokens, reserve)
    done = compactor.compact(session, summary)
    after = compactor.total_tokens(done.messages)
    assert compactor.total_tokens(session) - after == done.tokens_saved
    assert done.fits == (after <= max_tokens)
    replaced = len(session) - len(done.messages)
    assert replaced == max(done.compacted_count - 1, 0)
    assert (done.summary_source == "none") == (done.compacted_count == 0)


@given(sessions, budgets)
def test_what_is_not_over_the_trigger_comes_back_unchanged(
    session: list[Message], max_tokens: int
) -> None:
    compactor = SessionCompactor(max_tokens)
    if not compactor.should_compact(session):
        assert compactor.compact(session, "S").messages == session


@given(sessions.filter(bool), st.data())
def test_any_member_taken_away_or_added_is_noticed(session: list[Message], data: Any) -> None:
    broken = copy.deepcopy(session)
    message = data.draw(st.sampled_from(broken))
    places = [message]
    if isinstance(message["content"], list):
        places += message["content"]
    place = data.draw(st.sampled_from(places))
    optional = {"token_count", "is_error"}
    names = sorted(set(place) - optional)
    if data.draw(st.booleans()):
        del place[data.draw(st.sampled_from(names))]
    else:
        place["unheard-of"] = 1
    with pytest.raises(InvalidMessage):
        SessionCompactor(1).total_tokens(broken)
