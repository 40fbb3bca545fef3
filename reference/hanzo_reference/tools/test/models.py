"""What callers of the test tool may say; ``None`` stands for a parameter that is left out."""

from __future__ import annotations

from pydantic import Field

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
