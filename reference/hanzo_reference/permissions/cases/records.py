"""Cases of audit records and their timestamps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §7"
RFC = "RFC 3339 §5.6"

# The timestamp as date(1) prints it for the Unix time 1700000000.
MOMENT_MS = 1_700_000_000_000
MOMENT = "2023-11-14T22:13:20.000Z"

# The months of 2023: seconds since the epoch at the start of the first and of the last day, as
# date(1) tells them, and how many days there are.
MONTHS = (
    ("january", 1_672_531_200, 1_675_123_200, 31),
    ("february", 1_675_209_600, 1_677_542_400, 28),
    ("march", 1_677_628_800, 1_680_220_800, 31),
    ("april", 1_680_307_200, 1_682_812_800, 30),
    ("may", 1_682_899_200, 1_685_491_200, 31),
    ("june", 1_685_577_600, 1_688_083_200, 30),
    ("july", 1_688_169_600, 1_690_761_600, 31),
    ("august", 1_690_848_000, 1_693_440_000, 31),
    ("september", 1_693_526_400, 1_696_032_000, 30),
    ("october", 1_696_118_400, 1_698_710_400, 31),
    ("november", 1_698_796_800, 1_701_302_400, 30),
    ("december", 1_701_388_800, 1_703_980_800, 31),
)


def _audit(
    slug: str,
    description: str,
    requirements: str,
    given: dict[str, Any],
    record: dict[str, Any],
    *flags: str,
    anchor: str = HIP,
) -> Case:
    return Case(
        slug, description, requirements.split(), "audit", given, flags=flags,
        expected=result({"record": record}), anchor=anchor,
    )  # fmt: skip


def _given(
    rules: list[dict[str, Any]], tool_name: str, session_id: str, timestamp_ms: int
) -> dict[str, Any]:
    return {
        "rules": rules, "tool_name": tool_name, "session_id": session_id,
        "timestamp_ms": timestamp_ms,
    }  # fmt: skip


def record_cases() -> Iterator[Case]:
    """The members of a record."""
    allow = {"tool_pattern": "fs.*", "mode": "allow", "reason": "files are fine"}
    prompt = {"tool_pattern": "net.*", "mode": "prompt", "reason": "ask first"}
    deny = {"tool_pattern": "proc.*", "mode": "deny", "reason": "no processes"}
    rules = [allow, prompt, deny]
    yield _audit(
        "record-of-allow", "An allowed call is recorded with its rule", "PERM-28",
        _given(rules, "fs.read", "s-allow", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "fs.read", "mode": "allow", "rule_matched": "fs.*",
         "session_id": "s-allow"},
    )  # fmt: skip
    yield _audit(
        "record-names-unchanged", "Names of tool and session are recorded as they came in",
        "PERM-28", _given(rules, "fs. R\u00e9ad\n", "\U0001f511 e\u0301\t", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "fs. R\u00e9ad\n", "mode": "allow",
         "rule_matched": "fs.*", "session_id": "\U0001f511 e\u0301\t"}, "normalisation",
    )  # fmt: skip
    yield _audit(
        "record-empty-session", "An empty session name is recorded as such", "PERM-28",
        _given(rules, "fs.stat", "", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "fs.stat", "mode": "allow", "rule_matched": "fs.*",
         "session_id": ""}, "falsy-text",
    )  # fmt: skip
    yield _audit(
        "record-of-deny-with-reason", "A denial is recorded with the rule's reason", "PERM-29",
        _given(rules, "proc.exec", "s-deny", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "proc.exec", "mode": "deny", "rule_matched": "proc.*",
         "session_id": "s-deny", "reason": "no processes"},
    )  # fmt: skip
    yield _audit(
        "record-of-deny-without-reason", "A denial without a reason is recorded with null",
        "PERM-29",
        _given([{"tool_pattern": "ui.*", "mode": "deny"}], "ui.click", "s-mute", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "ui.click", "mode": "deny", "rule_matched": "ui.*",
         "session_id": "s-mute", "reason": None},
    )  # fmt: skip
    yield _audit(
        "record-of-deny-empty-reason", "A denial with an empty reason is recorded with it",
        "PERM-29",
        _given([{"tool_pattern": "ui.?*", "mode": "deny", "reason": ""}], "ui.x", "s-e", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "ui.x", "mode": "deny", "rule_matched": "ui.?*",
         "session_id": "s-e", "reason": ""}, "falsy-text",
    )  # fmt: skip
    yield _audit(
        "record-of-allow-has-no-reason", "The reason of an allowing rule is not recorded",
        "PERM-29", _given([allow], "fs.list", "s-quiet", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "fs.list", "mode": "allow", "rule_matched": "fs.*",
         "session_id": "s-quiet"},
    )  # fmt: skip
    yield _audit(
        "record-of-prompt-has-no-reason", "The reason of a prompting rule is not recorded",
        "PERM-29", _given(rules, "net.open", "s-ask", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "net.open", "mode": "prompt", "rule_matched": "net.*",
         "session_id": "s-ask"},
    )  # fmt: skip
    yield _audit(
        "record-by-default", "A call that no rule covers is recorded, too", "PERM-32 PERM-23",
        _given(rules, "vcs.diff", "s-default", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "vcs.diff", "mode": "prompt", "rule_matched": None,
         "session_id": "s-default"},
    )  # fmt: skip
    yield _audit(
        "record-without-rules", "An empty policy is recorded, too", "PERM-32 PERM-23",
        _given([], "vcs.log", "s-empty", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "vcs.log", "mode": "prompt", "rule_matched": None,
         "session_id": "s-empty"},
    )  # fmt: skip
    yield _audit(
        "record-first-match", "A record names the first rule that matches", "PERM-28 PERM-22",
        _given([deny, {"tool_pattern": "*", "mode": "allow"}], "proc.ps", "s-first", MOMENT_MS),
        {"timestamp": MOMENT, "tool_name": "proc.ps", "mode": "deny", "rule_matched": "proc.*",
         "session_id": "s-first", "reason": "no processes"}, "rule-order",
    )  # fmt: skip
    yield Case(
        "no-record-of-an-invalid-policy", "An invalid policy gives an error and no record",
        ["PERM-32", "PERM-27"], "audit",
        _given([allow, {"tool_pattern": "x", "mode": "Deny"}], "fs.read", "s-bad", MOMENT_MS),
        flags=["mode-guess"], expected=error("INVALID_MODE"), anchor=HIP,
    )  # fmt: skip


def time_cases() -> Iterator[Case]:
    """Timestamps at the corners of the calendar."""
    rows = (
        ("epoch", "PERM-30", 0, "1970-01-01T00:00:00.000Z", "The epoch has milliseconds as well"),
        ("one-millisecond", "PERM-30", 1, "1970-01-01T00:00:00.001Z",
         "Milliseconds have three digits"),
        ("tens-of-milliseconds", "PERM-30", 1_700_000_000_120, "2023-11-14T22:13:20.120Z",
         "A zero at the end of the milliseconds stays"),
        ("end-of-second", "PERM-30", 1_700_000_000_999, "2023-11-14T22:13:20.999Z",
         "Milliseconds are not rounded up to a second"),
        ("end-of-day", "PERM-30", 86_399_999, "1970-01-01T23:59:59.999Z",
         "The last millisecond of a day"),
        ("leap-day", "PERM-30", 951_782_400_000, "2000-02-29T00:00:00.000Z",
         "A year that 400 divides has a leap day"),
        ("no-leap-day", "PERM-30", 4_107_542_400_000, "2100-03-01T00:00:00.000Z",
         "A year that 100 divides and 400 does not has no leap day"),
        ("end-of-leap-year", "PERM-30", 1_735_689_599_999, "2024-12-31T23:59:59.999Z",
         "The last day of a leap year"),
        ("past-signed-seconds", "PERM-30", 2_147_483_648_000, "2038-01-19T03:14:08.000Z",
         "Seconds go beyond 31 bits"),
        ("last-year", "PERM-31", 253_402_300_799_999, "9999-12-31T23:59:59.999Z",
         "The last time that has a spelling"),
        ("before-the-epoch", "PERM-31", -1, "1969-12-31T23:59:59.999Z",
         "One millisecond before the epoch is in the day before"),
        ("day-before-the-epoch", "PERM-31", -86_400_000, "1969-12-31T00:00:00.000Z",
         "A whole day before the epoch is midnight"),
        ("year-one", "PERM-31", -62_135_596_800_000, "0001-01-01T00:00:00.000Z",
         "A year has four digits"),
        ("year-zero", "PERM-31", -62_167_219_200_000, "0000-01-01T00:00:00.000Z",
         "The year 0000 is a leap year before the year 0001"),
    )  # fmt: skip
    for word, requirement, timestamp_ms, timestamp, description in rows:
        yield _audit(
            f"timestamp-{word}", description, requirement,
            _given([{"tool_pattern": "t*", "mode": "allow"}], "test.run", word, timestamp_ms),
            {"timestamp": timestamp, "tool_name": "test.run", "mode": "allow",
             "rule_matched": "t*", "session_id": word}, "time", anchor=RFC,
        )  # fmt: skip
    for number, (month, first, last, days) in enumerate(MONTHS, start=1):
        for end, seconds, day in (("first", first, 1), ("last", last, days)):
            yield _audit(
                f"timestamp-{end}-of-{month}", f"The {end} day of {month.capitalize()}", "PERM-30",
                _given([], "test.run", f"{end} of {month}", seconds * 1000),
                {"timestamp": f"2023-{number:02}-{day:02}T00:00:00.000Z", "tool_name": "test.run",
                 "mode": "prompt", "rule_matched": None, "session_id": f"{end} of {month}"},
                "time", anchor="RFC 3339 §5.6; date(1)",
            )  # fmt: skip
