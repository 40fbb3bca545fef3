"""The actions of tools as operations of their domains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hanzo_reference.spec.calls import takes
from hanzo_reference.spec.contract import described_operations, domains, operations, respond
from hanzo_reference.tools.calling import declaration

TOOLS = [domain for domain in domains() if domain.wing == "tools"]
SCHEMAS = {item["name"]: item["valid"] for item in described_operations()}


@pytest.mark.parametrize("domain", TOOLS, ids=lambda domain: domain.id)
def test_the_operations_of_a_tool_are_its_actions(domain: Any) -> None:
    names = [domain.full_name(item.name) for item in domain.operations]
    assert names == [f"{domain.id}.{action}" for action in declaration(domain.id).actions]


def test_an_operation_publishes_the_rules_of_its_parameters_and_answers_what_breaks_them(
    tmp_path: Path,
) -> None:
    broken = {"workspace": str(tmp_path), "params": {"uri": 1}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, SCHEMAS["fs.read"]["input"])
    assert takes(operations()["fs.read"], broken)
    assert not takes(operations()["fs.read"], {"workspace": str(tmp_path)})
    answer = respond("fs.read", broken)
    assert answer["error"]["code"] == "INVALID_PARAMS"
    jsonschema.validate(answer, SCHEMAS["fs.read"]["output"])


def test_what_an_action_answers_is_of_the_kind_that_it_publishes(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    asked = {"workspace": str(tmp_path), "params": {"uri": (tmp_path / "a").as_uri()}}
    jsonschema.validate(asked, SCHEMAS["fs.stat"]["input"])
    answer = respond("fs.stat", {**asked, "trace_id": "t", "intent": "inspect"})
    jsonschema.validate(answer, SCHEMAS["fs.stat"]["output"])
    assert (answer["meta"]["trace_id"], answer["meta"]["intent"]) == ("t", "inspect")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**answer, "data": {"size": 1}}, SCHEMAS["fs.stat"]["output"])
