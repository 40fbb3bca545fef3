"""One part of a memory in one file of SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanzo_reference.envelope import ToolError
from hanzo_reference.memory import Entry, Fact, State
from hanzo_reference.memory.models import Scope
from hanzo_reference.tools.memory.parts import EMPTY, PREFIX, number

FILE = "memory.sqlite3"
SCHEMA = """
CREATE TABLE IF NOT EXISTS memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    content TEXT NOT NULL,
    tags TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS facts (
    made INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    predicate TEXT NOT NULL,
    object TEXT NOT NULL,
    UNIQUE (subject, predicate, object)
);
"""
# What SQLite says of a file that is none of its own, is torn, or has other tables.
FOREIGN = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR}


class Store:
    """The part of one scope; its file is made when something is first remembered there."""

    def __init__(self, path: Path, scope: Scope) -> None:
        self._path = path
        self._scope = scope
        self._connection: sqlite3.Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """While this lasts nobody else writes; what is saved counts if it ends well.

        ``CONFLICT``: the file is not of this form, and stays as it is. Spec: KEPT-5.
        """
        try:
            if self._path.exists():
                self._open()
            yield
            if self._connection is not None:
                self._connection.execute("COMMIT")
        except sqlite3.DatabaseError as problem:
            if problem.sqlite_errorcode not in FOREIGN:
                raise
            raise ToolError(
                "CONFLICT", f"{self._path} is no memory: {problem}", {"reason": "format"}
            ) from None
        finally:
            if self._connection is not None:
                # What is not committed is taken back.
                self._connection.close()
                self._connection = None

    def load(self) -> State:
        """What is remembered here; nothing without a file."""
        if self._connection is None:
            return EMPTY
        execute = self._connection.execute
        last = execute("SELECT seq FROM sqlite_sequence WHERE name = 'memories'").fetchone()
        return State(
            next=last[0] + 1 if last else 1,
            memories=[
                Entry(
                    id=f"{PREFIX}{row[0]}", content=row[1], tags=json.loads(row[2]),
                    scope=self._scope, created_ms=row[3], updated_ms=row[4],
                )
                for row in execute(
                    "SELECT id, content, tags, created_ms, updated_ms FROM memories ORDER BY id"
                )
            ],
            facts=[
                Fact(subject=row[0], predicate=row[1], object=row[2], scope=self._scope)
                for row in execute("SELECT subject, predicate, object FROM facts ORDER BY made")
            ],
        )  # fmt: skip

    def save(self, state: State) -> None:
        """Keep this and nothing else."""
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._open()
        assert self._connection is not None
        self._connection.execute("DELETE FROM memories")
        self._connection.executemany(
            "INSERT INTO memories VALUES (?, ?, ?, ?, ?)",
            [
                (
                    number(entry), entry.content, json.dumps(entry.tags, ensure_ascii=False),
                    entry.created_ms, entry.updated_ms,
                )
                for entry in state.memories
            ],
        )  # fmt: skip
        self._connection.execute("DELETE FROM facts")
        self._connection.executemany(
            "INSERT INTO facts (subject, predicate, object) VALUES (?, ?, ?)",
            [(fact.subject, fact.predicate, fact.object) for fact in state.facts],
        )
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = 'memories'")
        self._connection.execute(
            "INSERT INTO sqlite_sequence VALUES ('memories', ?)", (state.next - 1,)
        )

    def _open(self) -> None:
        made = not self._path.exists()
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        self._connection.execute("BEGIN IMMEDIATE")
        if made:
            for statement in filter(str.strip, SCHEMA.split(";")):
                self._connection.execute(statement)
