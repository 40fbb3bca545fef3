"""Config that is refused: by three errors, at a place in the file, and with no value shown."""

from __future__ import annotations

import json
from base64 import b64encode
from random import Random
from typing import Any

import pytest
from config_world import load, texts
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.config import DOMAIN, inputs
from hanzo_reference.config.tiers import pointer
from hanzo_reference.spec.calls import InvalidParamsError, answer, call
from hanzo_reference.spec.declaration import DomainError


def failure(user: bytes) -> DomainError:
    with pytest.raises(DomainError) as caught:
        load(user)
    return caught.value


CODES = {"CONFIG_PARSE", "CONFIG_AMBIGUOUS", "CONFIG_TYPE"}


def test_any_bytes_in_any_tier_end_in_a_result_or_one_of_three_errors() -> None:
    random = Random(4)  # noqa: S311 - a fixed sequence
    seen = {"result": 0, "error": 0}
    for _ in range(20_000):
        operation, params = inputs.raw(random)
        got = answer(DOMAIN, f"config.{operation}", params)
        seen[next(iter(got))] += 1
        if "error" in got:
            assert got["error"]["code"] in CODES
            assert set(got["error"]["details"]) == {"tier", "path"}
            assert params[f"{got['error']['details']['tier']}_b64"] is not None
    assert min(seen["result"], seen["error"]) > 3_000


@given(st.binary(max_size=60), st.binary(max_size=60), st.booleans())
def test_noise_is_refused_or_loaded(user: bytes, local: bytes, braces: bool) -> None:
    if braces:
        user = b"{" + user + b"}"
    files = {"user_b64": user, "project_b64": b"{}", "local_b64": local}
    params = {name: b64encode(data).decode() for name, data in files.items()}
    got = answer(DOMAIN, "config.merge", {**params, "env": {}})
    if "error" in got:
        assert got["error"]["code"] in CODES
    else:
        assert got["result"]["config"]["input_mode"] in ("vim", "emacs", "default")


@given(st.lists(texts | st.integers(0, 99), max_size=4))
def test_a_pointer_leads_back_to_its_path(path: list[str | int]) -> None:
    assert [unescaped(part) for part in pointer(path).split("/")[1:]] == [str(x) for x in path]


def unescaped(part: str) -> str:
    """A part of a JSON Pointer as a name."""
    return part.replace("~1", "/").replace("~0", "~")


def test_the_place_of_a_wrong_type_is_in_the_file() -> None:
    random = Random(11)  # noqa: S311 - a fixed sequence
    found = 0
    for _ in range(6_000):
        data = inputs.file_bytes(random, inputs.WRONG)
        try:
            load(data)
        except DomainError as problem:
            if problem.code != "CONFIG_TYPE" or problem.details is None:
                continue
            found += 1
            *parents, last = [unescaped(part) for part in problem.details["path"].split("/")[1:]]
            value: Any = json.loads(data)
            for part in parents:
                value = value[int(part)] if isinstance(value, list) else value[part]
            if isinstance(value, list):
                assert int(last) < len(value)
            else:
                lacking = parents[:1] == ["hooks"] and last in ("event", "command", "tool_pattern")
                assert last in value or lacking
    assert found > 500


SECRET = "sk-do-not-show"  # noqa: S105 - a canary


@pytest.mark.parametrize(
    "text",
    [
        f'{{"api_key": ["{SECRET}"]}}',
        f'{{"api_key": "{SECRET}", "api_key": "{SECRET}"}}',
        f'{{"api_key": "{SECRET}", }}',
        f'{{"api_key": "{SECRET}\n"}}',
        f'{{"api_key": {SECRET}}}',
        f'{{"mcp_servers": {{"a": {{"env": {{"KEY": ["{SECRET}"]}}}}}}}}',
        f'{{"permissions": {{"a": "{SECRET}"}}}}',
        f'{{"api_key": "{SECRET}\\ud800"}}',
    ],
)
def test_no_message_shows_a_value(text: str) -> None:
    problem = failure(text.encode())
    assert SECRET not in problem.message
    assert SECRET not in str(problem.details)


@pytest.mark.parametrize("spelling", ["e30", "e30=\n", "e3_=", "e31=", "e30==", "{}", "e30=e30="])
def test_files_are_spelt_in_one_form_of_base64(spelling: str) -> None:
    operation = DOMAIN.operation("config.merge")
    assert operation is not None
    params: dict[str, Any] = {"user_b64": "e30=", "project_b64": None, "local_b64": "", "env": {}}
    assert b64encode(b"{}").decode() == params["user_b64"]
    with pytest.raises(DomainError, match="local settings: line 1, column 1"):
        call(operation, params)
    with pytest.raises(InvalidParamsError):
        call(operation, {**params, "user_b64": spelling})
