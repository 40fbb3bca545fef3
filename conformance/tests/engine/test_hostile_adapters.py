"""Adapters drawn by lot: every run ends, blames exactly, and leaves nothing behind."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from adapter_fuzz import complaints, draw, longest, play, play_for_real
from culprits import TOKEN, offspring

IN_MEMORY, AS_PROCESSES = 500, 6


@pytest.mark.parametrize("first", range(0, IN_MEMORY, 50))
def test_fifty_adapters_drawn_by_lot_find_nothing(first: int) -> None:
    for seed in range(first, first + 50):
        drawn = draw(seed)
        outcome, transport, seconds = play(drawn)
        assert not list(complaints(drawn, outcome)), seed
        assert not any(channel.alive for channel in transport.channels), seed
        assert seconds < longest(drawn), seed


@pytest.mark.parametrize("seed", range(AS_PROCESSES))
def test_adapters_drawn_by_lot_find_nothing_as_processes(
    seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    temporary, cache = tmp_path / "temporary", tmp_path / "cache"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(cache))
    monkeypatch.setenv("HANZO_TEST_TOKEN", TOKEN)
    drawn = draw(seed)
    assert not list(complaints(drawn, play_for_real(drawn)))
    assert not offspring()
    assert not [path for path in tmp_path.rglob("*") if not path.is_dir()]
