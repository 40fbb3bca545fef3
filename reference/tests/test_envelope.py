"""The unified envelope: the vectors, the example, shape, and pages."""

from __future__ import annotations

import base64
import copy
import doctest
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanzo_reference.envelope
from hanzo_reference.envelope import DOMAIN, InvalidParams, Item, check, error, page, success
from hanzo_reference.envelope.codes import BUILT_IN, CODES, INTENTS, canonical_code
from hanzo_reference.envelope.inputs import raw, well_formed
from hanzo_reference.envelope.models import Code, Envelope
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import DomainError

texts = st.text(max_size=5)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(["ok", "data", "error", "meta", "code", "message", "details", "tool", "x"])


# --- vectors ----------------------------------------------------------------------------------


def test_every_case_agrees_with_the_behaviour() -> None:
    vectors = contract.describe(DOMAIN)["vectors"]
    assert len(vectors) >= 60
    assert all("anchor" in vector for vector in vectors)


def test_cases_with_loose_parts_agree_in_all_others() -> None:
    loose = [vector for vector in contract.describe(DOMAIN)["vectors"] if "where" in vector]
    for vector in loose:
        expected = copy.deepcopy(vector["expected"]["result"])
        actual = contract.respond(vector["operation"], vector["input"])
        for pointer, schema in vector["where"].items():
            *path, last = pointer[1:].split("/")
            wanted, found = expected, actual
            for name in path:
                wanted, found = wanted[name], found[name]
            jsonschema.Draft202012Validator(schema).validate(found[last])
            wanted[last] = found[last]
        assert actual == expected
    assert len(loose) > 20


def test_every_requirement_is_cited() -> None:
    described = contract.describe(DOMAIN)
    cited = {name for vector in described["vectors"] for name in vector["requirements"]}
    assert cited == {item["id"] for item in described["requirements"]}


def test_no_constant_answer_passes_a_tenth_of_the_vectors() -> None:
    vectors = contract.describe(DOMAIN)["vectors"]
    answers = Counter(json.dumps(item["expected"], sort_keys=True) for item in vectors)
    assert answers.most_common(1)[0][1] * 10 < len(vectors)


def test_the_example_of_the_specification_runs() -> None:
    path = Path(hanzo_reference.envelope.__file__).with_name("spec.md")
    outcome = doctest.testfile(str(path), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0


# --- shape ------------------------------------------------------------------------------------


@given(texts, texts, json_values, st.none() | texts, st.none() | texts)
def test_a_success_that_is_written_is_sound(
    tool: str, action: str, data: Any, trace_id: str | None, backend: str | None
) -> None:
    envelope = success(tool, action, data, trace_id=trace_id, backend=backend)
    assert check(envelope) == []
    assert envelope["data"] == data


@given(texts, texts, texts | st.sampled_from(CODES), texts, st.dictionaries(texts, json_values))
def test_an_error_that_is_written_is_sound(
    tool: str, action: str, code: str, message: str, details: dict[str, Any]
) -> None:
    if code == "UNKNOWN_ACTION":
        details["available"] = sorted(BUILT_IN)
    envelope = error(tool, action, code, message, details)
    assert check(envelope) == []
    assert envelope["error"]["details"] == details


@given(st.text())
def test_whatever_is_given_as_a_code_one_of_the_eleven_is_written(code: str) -> None:
    assert canonical_code(code) in CODES
    assert canonical_code(canonical_code(code)) == canonical_code(code)


def test_the_model_and_the_behaviour_know_the_same_codes() -> None:
    assert Code.__args__ == CODES  # type: ignore[attr-defined]
    assert len(CODES) == 11


@st.composite
def spoiled_envelopes(draw: Any) -> Any:
    """A sound envelope in which members are replaced, removed or added at random places."""
    envelope: Any = draw(
        st.sampled_from(
            [
                success("fs", "read", {"text": "a"}, trace_id="t"),
                error("fs", "read", "NOT_FOUND", "gone", {"uri": "a"}),
            ]
        )
    )
    envelope = copy.deepcopy(envelope)
    for _ in range(draw(st.integers(0, 3))):
        objects = [envelope, envelope.get("meta"), envelope.get("error")]
        if isinstance(objects[1], dict):
            objects.append(objects[1].get("paging"))
        place = draw(st.sampled_from([item for item in objects if isinstance(item, dict)]))
        name = draw(st.sampled_from(sorted(place)) | names if place else names)
        if draw(st.booleans()):
            place.pop(name, None)
        else:
            place[name] = draw(json_values)
    return envelope


SCHEMA = jsonschema.Draft202012Validator(Envelope.model_json_schema(mode="serialization"))
OF_SHAPE = {"missing", "unknown", "type", "code", "alias"}


@settings(max_examples=400)
@given(spoiled_envelopes())
def test_violations_of_shape_are_those_of_the_published_schema(envelope: Any) -> None:
    found = check(envelope)
    assert found == sorted(set(found))
    if envelope.get("ok") is True and envelope.get("error") is not None:
        # What ok says about the error is beyond the schema, and hides what is inside.
        assert ("/error", "error-on-success") in found
        return
    shape = [item for item in found if item.rule in OF_SHAPE]
    assert (not shape) == SCHEMA.is_valid(envelope)


@given(spoiled_envelopes())
def test_what_ok_says_about_data_and_error_is_checked(envelope: Any) -> None:
    found = {item.rule for item in check(envelope)}
    ok, data, failure = envelope.get("ok"), envelope.get("data"), envelope.get("error")
    assert ("error-on-success" in found) == (ok is True and failure is not None)
    assert ("data-on-error" in found) == (ok is False and data is not None)
    assert ("no-error" in found) == (ok is False and failure is None and "error" in envelope)


@given(json_values)
def test_any_value_is_judged_and_none_is_sound_by_accident(value: Any) -> None:
    assert check(value) != []


@pytest.mark.parametrize("intent", INTENTS)
def test_every_mode_may_be_an_intent(intent: str) -> None:
    envelope = success("fs", "read", None)
    envelope["meta"]["intent"] = intent
    assert check(envelope) == []


# --- pages ------------------------------------------------------------------------------------

keys = st.lists(st.text(max_size=4), unique=True, max_size=12)


@given(keys, json_values, st.lists(st.integers(1, 5), min_size=1, max_size=12))
def test_the_pages_together_are_the_list(found: list[str], query: Any, limits: list[int]) -> None:
    items = [Item(key, number) for number, key in enumerate(found)]
    together: list[Item] = []
    cursor = None
    for turn in range(len(items) + 1):
        part = page(items, query, limit=limits[turn % len(limits)], cursor=cursor)
        assert part.more == (part.cursor is not None)
        assert part.items or not items
        together += part.items
        cursor = part.cursor
        if cursor is None:
            break
    assert together == items
    assert cursor is None


@given(keys.filter(lambda found: len(found) > 1), json_values)
def test_a_cursor_says_what_it_is_defined_to_say(found: list[str], query: Any) -> None:
    items = [Item(key, None) for key in found]
    cursor = page(items, query, limit=1).cursor or ""
    assert "=" not in cursor
    padded = cursor + "=" * (-len(cursor) % 4)
    said = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    assert set(said) == {"k", "q", "v"}
    assert (said["k"], said["v"]) == (found[0], 1)
    assert len(said["q"]) == 16
    assert set(said["q"]) <= set("0123456789abcdef")


@given(keys.filter(lambda found: len(found) > 1), st.data())
def test_a_cursor_with_any_character_changed_is_refused_or_another_key(
    found: list[str], data: Any
) -> None:
    items = [Item(key, None) for key in found]
    cursor = page(items, {}, limit=1).cursor or ""
    place = data.draw(st.integers(0, len(cursor) - 1))
    put = data.draw(st.sampled_from("ABCZabcz0189-_=+/ \n") | st.just(""))
    changed = cursor[:place] + put + cursor[place + 1 :]
    if changed == cursor:
        return
    try:
        part = page(items, {}, limit=1, cursor=changed)
    except InvalidParams as refusal:
        assert refusal.code == "INVALID_PARAMS"  # noqa: PT017 - either way is in order
    else:
        others = [page(items[n:], {}, limit=1).cursor for n in range(1, len(items))]
        assert changed in others or part.items == []


@given(keys.filter(lambda found: len(found) > 1), json_values, json_values)
def test_a_cursor_of_another_query_is_refused(found: list[str], query: Any, other: Any) -> None:
    items = [Item(key, None) for key in found]
    cursor = page(items, query, limit=1).cursor
    if json.dumps(query, sort_keys=True) == json.dumps(other, sort_keys=True):
        assert page(items, other, limit=1, cursor=cursor).items == items[1:2]
        return
    with pytest.raises(InvalidParams):
        page(items, other, limit=1, cursor=cursor)


# --- generated inputs -------------------------------------------------------------------------


@pytest.mark.parametrize("generate", [well_formed, raw])
def test_generated_inputs_are_answered_and_envelopes_are_sound(generate: Any) -> None:
    random = Random(3)  # noqa: S311 - reproducible test data
    seen: Counter[str] = Counter()
    for _ in range(3000):
        operation, params = generate(random)
        try:
            answer = contract.respond(f"envelope.{operation}", params)
        except DomainError as refusal:
            seen[refusal.code] += 1
            continue
        seen[operation] += 1
        if operation == "dispatch":
            # An UNKNOWN_ACTION of the action itself comes with the details that it chose.
            assert {item.rule for item in check(answer)} <= {"available"}
    assert min(seen.values()) > 50
    assert len(seen) >= 4 if generate is raw else len(seen) == 6
