"""The session's table, and the messages against their published schemas."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from fake_world import vector

from hanzo_conformance.engine.question import owner
from hanzo_conformance.engine.session import TRANSITIONS, Message, Session, State
from hanzo_conformance.transports.protocol import PLAIN_START, GarbledError, is_plainly
from hanzo_vectors.shipped import shipped_folder

SHAKE = (
    b'{"jsonrpc":"2.0","id":0,"result":{"protocol":1,'
    b'"implementation":{"name":"x","version":"1","language":"y"},"operations":["echo.say"]}}'
)


def schema(name: str) -> Any:
    path = shipped_folder() / "schemas" / "protocol" / name
    return jsonschema.Draft202012Validator(json.loads(path.read_bytes()))


def ready() -> Session:
    session = Session("1.0")
    session.open()
    session.greet(SHAKE)
    return session


def test_every_state_but_the_last_ones_can_be_left_and_every_state_can_be_reached() -> None:
    final = {State.ENDED, State.REFUSED, State.BROKEN}
    assert {state for state, _ in TRANSITIONS} == set(State) - final
    assert set(TRANSITIONS.values()) | {State.NEW} == set(State)


@pytest.mark.parametrize("state", [State.ENDED, State.REFUSED, State.BROKEN])
def test_a_session_that_is_over_takes_nothing_more(state: State) -> None:
    session = Session("1.0")
    session.state = state
    for message in Message:
        with pytest.raises(KeyError):
            session.move(message)


def test_what_the_harness_writes_fits_the_published_schemas() -> None:
    session = Session("1.0")
    schema("initialize.json").validate(json.loads(session.open()))
    session.greet(SHAKE)
    for line in session.ask([vector("a"), vector("b", 1)], 0.0).splitlines():
        schema("request.json").validate(json.loads(line))


def test_what_the_harness_takes_fits_the_published_schemas() -> None:
    schema("success.json").validate(json.loads(SHAKE))
    schema("handshake.json").validate(json.loads(SHAKE)["result"])
    refusal = {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": -32000, "message": "", "data": {"code": "X"}},
    }
    schema("refusal.json").validate(refusal)
    schema("domain-error-data.json").validate(refusal["error"]["data"])  # type: ignore[index]


def test_answers_come_in_any_order() -> None:
    session = ready()
    session.ask([vector("a"), vector("b", 1)], 0.0)
    session.settle()
    second, _ = session.take(b'{"jsonrpc":"2.0","id":2,"result":{}}')
    first, _ = session.take(b'{"jsonrpc":"2.0","id":1,"result":{}}')
    assert (owner(first[0]).id, owner(second[0]).id) == ("echo/a-0", "echo/b-1")
    assert not session.in_flight


def test_an_answer_in_another_order_of_members_is_parsed_and_right() -> None:
    session = ready()
    session.ask([vector("a")], 0.0)
    session.settle()
    line = b'{"result": {"text": "a"}, "id": 1, "jsonrpc": "2.0"}'
    assert session.take_plain(line) is None
    asked, _ = session.take(line)
    assert owner(asked[0]).id == "echo/a-0"


def test_a_right_answer_is_recognised_by_its_bytes() -> None:
    session = ready()
    session.ask([vector("a")], 0.0)
    session.settle()
    asked = session.take_plain(PLAIN_START + b'1,"result":{"text":"a"}}')
    assert asked is not None
    assert session.take_plain(PLAIN_START + b'1,"result":{"text":"a"}}') is None


@pytest.mark.parametrize(
    ("end", "plainly"),
    [
        (b',"error":{"code":-32000,"message":"free text","data":{"code": "X"}}}', True),
        (b',"error":{"code":-32000,"message":"","data":{"code": "X"}}}', True),
        (b',"error":{"code":-32000,"message":"a \\" b","data":{"code": "X"}}}', False),
        (b',"error":{"code":-32000,"message":"","data":{"code": "Y"}}}', False),
        (b',"error":{"code":-32001,"message":"","data":{"code": "X"}}}', False),
        (b',"error":{"code":-32000,"message":"\x1f","data":{"code": "X"}}}', False),
    ],
)
def test_an_error_is_recognised_by_its_bytes_only_when_they_leave_no_doubt(
    end: bytes, plainly: bool
) -> None:
    assert is_plainly(vector("a", error="X"), end) is plainly


def test_an_answer_that_is_there_before_its_question_was_put_is_garbage() -> None:
    session = ready()
    session.ask([vector("a")], 0.0)
    line = PLAIN_START + b'1,"result":{"text":"a"}}'
    assert session.take_plain(line) is None
    with pytest.raises(GarbledError, match="answers request 1 before it was made"):
        session.take(line)
    session.settle()
    assert session.take_plain(line) is not None


def test_a_line_for_a_request_that_was_never_made_is_garbage_and_names_it() -> None:
    session = ready()
    with pytest.raises(GarbledError) as caught:
        session.take(b'{"jsonrpc":"2.0","id":5,"result":{}}')
    assert caught.value.number == 5


def test_a_parse_error_without_an_id_is_garbage_with_its_text() -> None:
    session = ready()
    with pytest.raises(GarbledError, match="cannot read"):
        session.take(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"cannot read"}}')
