"""Memories and facts in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FOLDER, FILE = ".hanzo", "memory.sqlite3"
SCHEMA = """
CREATE TABLE IF NOT EXISTS memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    content TEXT NOT NULL,
    tags TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS facts (
    subject TEXT NOT NULL,
    predicate TEXT NOT NULL,
    object TEXT NOT NULL,
    PRIMARY KEY (subject, predicate, object)
) WITHOUT ROWID;
"""
PREFIX = "mem_"


class Store:
    """The memories of a workspace; the file is made when something is first remembered."""

    def __init__(self, root: Path) -> None:
        self._path = root / FOLDER / FILE

    def create(self, content: str, tags: Sequence[str], now_ms: int) -> dict[str, Any]:
        """A new memory."""
        with self._open(make=True) as connection:
            row = connection.execute(
                "INSERT INTO memories (content, tags, created_ms, updated_ms)"
                " VALUES (?, ?, ?, ?) RETURNING *",
                (content, _tags(tags), now_ms, now_ms),
            ).fetchone()
        return _memory(row)

    def update(
        self, name: str, content: str | None, tags: Sequence[str] | None, now_ms: int
    ) -> dict[str, Any] | None:
        """The memory with what is given of it changed; None when there is none of this name."""
        with self._open(make=False) as connection:
            row = connection.execute(
                "UPDATE memories SET content = coalesce(?, content), tags = coalesce(?, tags),"
                " updated_ms = ? WHERE id = ? RETURNING *",
                (content, None if tags is None else _tags(tags), now_ms, _number(name)),
            ).fetchone()
        return None if row is None else _memory(row)

    def memories(self) -> list[dict[str, Any]]:
        """All memories, the oldest first."""
        with self._open(make=False) as connection:
            return [
                _memory(row) for row in connection.execute("SELECT * FROM memories ORDER BY id")
            ]

    def add_facts(self, facts: Sequence[tuple[str, str, str]]) -> None:
        """Facts that hold; one that is there already stays."""
        with self._open(make=True) as connection:
            connection.executemany("INSERT OR IGNORE INTO facts VALUES (?, ?, ?)", facts)

    def facts(self) -> list[tuple[str, str, str]]:
        """All facts, sorted."""
        with self._open(make=False) as connection:
            return sorted(connection.execute("SELECT subject, predicate, object FROM facts"))

    @contextmanager
    def _open(self, *, make: bool) -> Iterator[sqlite3.Connection]:
        """One transaction; without a file, and none to be made, an empty store."""
        if make:
            self._path.parent.mkdir(exist_ok=True)
        place = self._path if make or self._path.exists() else ":memory:"
        connection = sqlite3.connect(place)
        try:
            connection.executescript(SCHEMA)
            with connection:
                yield connection
        finally:
            connection.close()


def _tags(tags: Sequence[str]) -> str:
    return json.dumps(sorted(set(tags)), ensure_ascii=False)


def _memory(row: tuple[int, str, str, int, int]) -> dict[str, Any]:
    number, content, tags, created_ms, updated_ms = row
    return {
        "id": f"{PREFIX}{number}", "content": content, "tags": json.loads(tags),
        "created_ms": created_ms, "updated_ms": updated_ms,
    }  # fmt: skip


def _number(name: str) -> int:
    digits = name.removeprefix(PREFIX)
    plain = name.startswith(PREFIX) and digits.isascii() and digits.isdigit() and len(digits) < 16
    # No row has this number.
    return int(digits) if plain and str(int(digits)) == digits else -1
