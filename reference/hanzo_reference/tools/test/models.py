"""What callers of the test tool may say; ``None`` stands for a parameter that is left out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.ids.models import RangeModel
from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params


class ListParams(Params):
    """Where to look for suites."""

    path: str | None = Field(default=None, description="URI of a folder; else the workspace.")
    limit: int | None = Field(default=None, ge=1, le=1000)
    cursor: str | None = None


class RunParams(Params):
    """One run of one suite."""

    suite: str | None = Field(default=None, description="As list names it; else the only one.")
    filter: str | None = Field(
        default=None, description="Which tests, in the words of the runner; else all."
    )
    parallel: int | None = Field(default=None, ge=1, le=256, description="How many at a time.")
    env: dict[str, str] | None = Field(default=None, description="Variables beside the usual.")
    timeout: int | None = Field(
        default=None, ge=1, le=86400, description="Seconds until the run is killed; else never."
    )
    background_after_ms: int | None = Field(
        default=None, ge=0, le=600000, description="How long to wait for the end; else 45000."
    )


class StatusParams(Params):
    """A run that was begun."""

    run_id: str


class Suite(Model):
    """A folder of tests, and what runs them."""

    suite: str = Field(description="Its name for run.")
    runner: Literal["pytest", "cargo", "node"]
    uri: str
    command: list[str]


class ListData(Model):
    """A page of suites."""

    suites: list[Suite]


class Failure(Model):
    """A test that failed, and where."""

    name: str
    uri: str | None
    range: RangeModel | None


class RunData(Model):
    """A run as far as it is known; its counts are null while it runs and where none were told."""

    run_id: str
    proc_id: str
    suite: str
    status: Literal["running", "passed", "failed", "empty", "error", "timed-out"]
    passed: int | None = Field(alias="pass")
    fail: int | None
    skip: int | None
    duration: int = Field(description="Milliseconds.")
    failure_locations: list[Failure]
