"""Reports in SARIF, held against a schema and an independent model of it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import jsonschema
import pytest
import sarif_pydantic
from fake_world import vector
from report_world import HOSTILE_RECORD, differs, one_of_each, result, run_record, unavailable

from hanzo_conformance.report import sarif
from hanzo_conformance.verdicts.record import Failure, RunRecord
from hanzo_conformance.verdicts.verdict import Verdict


# The objects of SARIF 2.1.0 that are used here, with their members and the ones they need (§3).
def sarif_object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


TEXT = {"type": "string", "minLength": 1}
MESSAGE = sarif_object(["text"], text=TEXT)
LEVEL = {"enum": ["none", "note", "warning", "error"]}
PLACE = sarif_object(
    ["artifactLocation", "region"],
    artifactLocation=sarif_object(["uri"], uri=TEXT, uriBaseId=TEXT),
    region=sarif_object(["startLine"], startLine={"type": "integer", "minimum": 1}),
)
SARIF = sarif_object(
    ["version", "runs"],
    **{"$schema": TEXT},
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "items": sarif_object(
            ["tool", "results"],
            tool=sarif_object(
                ["driver"],
                driver=sarif_object(
                    ["name"],
                    name=TEXT,
                    version=TEXT,
                    rules={
                        "type": "array",
                        "uniqueItems": True,
                        "items": sarif_object(
                            ["id"],
                            id=TEXT,
                            shortDescription=MESSAGE,
                            fullDescription=MESSAGE,
                            help=MESSAGE,
                            defaultConfiguration=sarif_object([], level=LEVEL),
                            properties=sarif_object([], tags={"type": "array", "items": TEXT}),
                        ),
                    },
                ),
            ),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            originalUriBaseIds={
                "type": "object",
                "additionalProperties": sarif_object([], description=MESSAGE),
            },
            invocations={
                "type": "array",
                "items": sarif_object(
                    ["executionSuccessful"],
                    executionSuccessful={"type": "boolean"},
                    exitCode={"type": "integer"},
                    exitCodeDescription=TEXT,
                    startTimeUtc={"type": "string", "pattern": "^[0-9-]{10}T[0-9:]{8}Z$"},
                    toolExecutionNotifications={
                        "type": "array",
                        "items": sarif_object(["message"], level=LEVEL, message=MESSAGE),
                    },
                ),
            },
            results={
                "type": "array",
                "items": sarif_object(
                    ["message"],
                    ruleId=TEXT,
                    ruleIndex={"type": "integer", "minimum": 0},
                    kind={"const": "fail"},
                    level=LEVEL,
                    message=MESSAGE,
                    locations={
                        "type": "array",
                        "items": sarif_object(["physicalLocation"], physicalLocation=PLACE),
                    },
                    partialFingerprints={"type": "object", "additionalProperties": TEXT},
                    properties={"type": "object"},
                ),
            },
            properties={"type": "object"},
        ),
    },
)


class TestSarif:
    def run(self, record: RunRecord) -> dict[str, Any]:
        text = sarif.render(record)
        log = json.loads(text)
        jsonschema.Draft202012Validator(SARIF).validate(log)
        sarif_pydantic.Sarif.model_validate_json(text)
        found: dict[str, Any] = log["runs"][0]
        for item in found["results"]:
            assert found["tool"]["driver"]["rules"][item["ruleIndex"]]["id"] == item["ruleId"]
        return found

    def test_divergences_are_results_and_levels_say_what_counts(self) -> None:
        found = self.run(one_of_each())["results"]
        told = Counter((item["properties"]["verdict"], item["level"]) for item in found)
        assert told == {
            ("failed", "error"): 1,
            ("errored", "error"): 1,
            ("crashed", "error"): 1,
            ("timed-out", "error"): 1,
            ("garbled", "error"): 1,
            ("fixed", "error"): 1,
            ("failed", "warning"): 1,
            ("failed", "note"): 1,
        }

    def test_the_place_is_the_manifest_in_the_repository_of_the_user(self) -> None:
        of = vector("bad", 3)
        results = [result("one", of, Verdict.FAILED, failure=differs("a", "b"))]
        placed = self.run(run_record(results, [of], manifests={"one": "my adapter/runner.toml"}))
        place = placed["results"][0]["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {
            "uri": "my%20adapter/runner.toml",
            "uriBaseId": "SRCROOT",
        }

    def test_without_a_manifest_in_the_repository_there_is_no_place(self) -> None:
        of = vector("bad", 3)
        results = [result("one", of, Verdict.FAILED, failure=differs("a", "b"))]
        assert self.run(run_record(results, [of], manifests={}))["results"][0]["locations"] == []

    def test_a_rule_is_a_requirement_with_its_sentence(self) -> None:
        rules = self.run(one_of_each())["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == ["ECHO-1"]
        assert rules[0]["shortDescription"]["text"] == "Text comes back as it was."

    def test_fingerprints_tell_implementations_and_verdicts_apart_and_nothing_else(self) -> None:
        of = vector("bad")
        prints = [
            self.run(run_record([result(name, of, verdict, failure=failure)], [of], names=(name,)))[
                "results"
            ][0]["partialFingerprints"]["divergence/v1"]
            for name, verdict, failure in (
                ("one", Verdict.FAILED, differs("a", "b")),
                ("one", Verdict.FAILED, differs("a", "c")),
                ("one", Verdict.CRASHED, Failure(detail="x")),
                ("two", Verdict.FAILED, differs("a", "b")),
            )
        ]
        assert prints[0] == prints[1]
        assert len(set(prints)) == 3

    def test_what_is_wrong_with_the_run_is_a_notification(self) -> None:
        invocation = self.run(unavailable(fatal=True))["invocations"][0]
        assert invocation["executionSuccessful"] is False
        texts = [item["message"]["text"] for item in invocation["toolExecutionNotifications"]]
        assert "gone is unavailable: needs a tool" in texts

    def test_a_hostile_text_is_no_link(self) -> None:
        found = self.run(HOSTILE_RECORD)["results"]
        assert found
        assert not any("](" in item["message"]["text"] for item in found)

    def test_no_more_results_than_code_scanning_takes_and_the_rest_is_named(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sarif, "RESULTS", 4)
        found = self.run(one_of_each())
        assert len(found["results"]) == 4
        notes = found["invocations"][0]["toolExecutionNotifications"]
        assert notes[-1]["message"]["text"] == "4 further divergences are left out"
