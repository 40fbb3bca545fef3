"""The audit trail: one structured record for each evaluation, with the time given by the caller."""

from __future__ import annotations

from hanzo_reference.permissions.policy import PermissionMode, PermissionPolicy

MS_PER_DAY = 86_400_000
# The years 0000 to 9999, which are all that RFC 3339 can write.
EARLIEST_MS = -62_167_219_200_000
LATEST_MS = 253_402_300_799_999


def audit(
    policy: PermissionPolicy, tool_name: str, session_id: str, timestamp_ms: int
) -> dict[str, str | None]:
    """Evaluate a tool and return the record to be logged; denials carry ``reason``.

    ``timestamp_ms`` is in milliseconds since 1970-01-01T00:00:00Z.

    Spec: PERM-28 to PERM-32.
    """
    outcome = policy.explain(tool_name)
    record: dict[str, str | None] = {
        "timestamp": timestamp(timestamp_ms),
        "tool_name": tool_name,
        "mode": outcome.mode.value,
        "rule_matched": outcome.rule_matched,
        "session_id": session_id,
    }
    if outcome.mode is PermissionMode.DENY:
        record["reason"] = outcome.reason
    return record


def timestamp(timestamp_ms: int) -> str:
    """Milliseconds since the epoch as RFC 3339 in UTC, such as ``2026-11-21T06:30:00.000Z``.

    Raises ``ValueError`` outside ``EARLIEST_MS`` to ``LATEST_MS``.

    Spec: PERM-30, PERM-31.
    """
    if not EARLIEST_MS <= timestamp_ms <= LATEST_MS:
        raise ValueError("RFC 3339 writes the years 0000 to 9999")
    # Division rounds down, so that the time of day is never negative before 1970.
    days, ms_of_day = divmod(timestamp_ms, MS_PER_DAY)
    year, month, day = _civil_date(days)
    seconds, ms = divmod(ms_of_day, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z"


def _civil_date(days: int) -> tuple[int, int, int]:
    """The Gregorian year, month and day, a number of days after 1970-01-01.

    Years are counted from 1 March, so that a leap day is the last day of its year, in eras of 400
    years, which all have 146,097 days. 719,468 days lie between 0000-03-01 and 1970-01-01.
    """
    era, day_of_era = divmod(days + 719_468, 146_097)
    # Take out the leap days before this day: every 4 years, not every 100, but every 400.
    leap_days = day_of_era // 1_460 - day_of_era // 36_524 + day_of_era // 146_096
    year_of_era = (day_of_era - leap_days) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    # From March, months have 31, 30, 31, 30, 31 days, twice and a bit: 153 days in each five.
    month_from_march = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_from_march + 2) // 5 + 1
    month = month_from_march + 3 if month_from_march < 10 else month_from_march - 9
    return era * 400 + year_of_era + (month <= 2), month, day
