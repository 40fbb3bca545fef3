"""Scenarios played alone, what is said of them, and a watch on the folders that they leave."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from fake_world import Outcome, drive
from workshop_world import entry, scenarios, workshop

HELLO = {"files": {"a.txt": {"text": "hello"}}}


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every run removes the folders that it has made."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield
    assert list(place.iterdir()) == []


def run_one(folder: Path, fault: str, **members: Any) -> Outcome:
    return drive(workshop(fault), scenarios(folder, entry("one", **members)))


def detail(outcome: Outcome, vector: str = "shop/one") -> str:
    failure = outcome.result(vector).failure
    assert failure is not None
    return failure.detail or ""
