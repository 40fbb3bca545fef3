"""Memories and facts: by example, and against a model that keeps them in tables of SQLite."""

from __future__ import annotations

import doctest
import json
import re
import sqlite3
from random import Random
from typing import Any

import pytest

from hanzo_reference.envelope import ToolError
from hanzo_reference.memory import DOMAIN, Memory, State, inputs
from hanzo_reference.spec import contract

EMPTY = State(next=1, memories=[], facts=[])
SCHEMA = """
CREATE TABLE memories (number INTEGER PRIMARY KEY, content, tags, scope, created_ms, updated_ms);
CREATE TABLE facts (made INTEGER PRIMARY KEY, subject, predicate, object, scope,
    UNIQUE (subject, predicate, object, scope));
"""


class RefusedError(Exception):
    """A call that the model refuses: its code, and one of the places or the id."""


class Tables:
    """The model: one transaction for each call, and SQL for what is found in which order."""

    def __init__(self) -> None:
        self.base = sqlite3.connect(":memory:")
        self.base.executescript(SCHEMA)
        self.next = 1

    def answer(self, action: str, params: dict[str, Any], now_ms: int) -> Any:
        """The data; of a call that is refused the code, and the id that is not there."""
        before = self.next
        try:
            with self.base:
                return getattr(self, action)(now_ms=now_ms, **params)
        except RefusedError as refused:
            self.next = before
            return refused.args

    def recall(
        self, now_ms: int, query: str = "", tags: Any = (), scope: Any = None, limit: int = 100
    ) -> Any:
        del now_ms
        found = list(self.rows("scope = coalesce(?, scope)", scope))
        for word in re.split(r"[\x09-\x0d\x20]+", query):
            kept = self.rows("instr(lower(content), lower(?)) > 0 OR ? = ''", word, word)
            found = [row for row in found if row in kept]
        return {"memories": [row for row in found if not set(tags) - set(row["tags"])][:limit]}

    def create(self, now_ms: int, content: str, tags: Any = (), scope: str = "project") -> Any:
        self.need(re.search(r"[^\t-\r ]", content))
        text = json.dumps(sorted(set(tags), key=lambda tag: tag.encode()))
        row = (self.next, content, text, scope, now_ms, now_ms)
        self.base.execute("INSERT INTO memories VALUES (?, ?, ?, ?, ?, ?)", row)
        self.next += 1
        return self.rows("number = ?", self.next - 1)[0]

    def update(self, now_ms: int, id: str, content: Any = None, tags: Any = None) -> Any:  # noqa: A002 - the parameter is called so
        self.need(content is not None or tags is not None)
        self.need(content is None or re.search(r"[^\t-\r ]", content))
        row = self.find(id)
        text = json.dumps(sorted(set(tags if tags is not None else row["tags"])))
        self.base.execute(
            "UPDATE memories SET content = coalesce(?, content), tags = ?, updated_ms = ?"
            " WHERE number = ?", (content, text, now_ms, int(id[4:])),
        )  # fmt: skip
        return self.find(id)

    def delete(self, now_ms: int, ids: list[str]) -> Any:
        del now_ms
        self.need(ids and len(set(ids)) == len(ids))
        for name in ids:
            self.find(name)
        for name in ids:
            self.base.execute("DELETE FROM memories WHERE number = ?", (int(name[4:]),))
        return {"deleted": ids}

    def manage(self, now_ms: int, create: Any = (), update: Any = (), delete: Any = ()) -> Any:
        self.need(create or update or delete)
        touched = {item["id"] for item in update}
        self.need(not touched & set(delete) and len(set(delete)) == len(delete))
        for item in [*create, *update]:
            self.need(re.search(r"[^\t-\r ]", item.get("content", "-")))
            self.need("id" not in item or len(item) > 1)
        # Nothing that it makes may be named: so what is named is looked for first.
        for name in [*(item["id"] for item in update), *delete]:
            self.find(name)
        created = [self.create(now_ms, **item)["id"] for item in create]
        updated = [self.update(now_ms, **item)["id"] for item in update]
        if delete:
            self.delete(now_ms, delete)
        return {"created": created, "updated": updated, "deleted": list(delete)}

    def facts(
        self, now_ms: int, add: Any = (), remove: Any = (), subject: Any = None,
        predicate: Any = None, scope: Any = None, limit: int = 100,
    ) -> Any:  # fmt: skip
        del now_ms
        names = ("subject", "predicate", "object", "scope")
        for words, items in (("DELETE FROM facts WHERE ", remove), ("INSERT OR IGNORE ", add)):
            for item in items:
                whole = {"scope": "project", **item}
                places = [whole[name] for name in names]
                if words.startswith("DELETE"):
                    self.base.execute(words + " AND ".join(f"{name} = ?" for name in names), places)
                else:
                    self.base.execute(
                        f"{words} INTO facts ({', '.join(names)}) VALUES (?, ?, ?, ?)", places
                    )
        rows = self.base.execute(
            "SELECT subject, predicate, object, scope FROM facts WHERE subject = coalesce(?, subject)"
            " AND predicate = coalesce(?, predicate) AND scope = coalesce(?, scope)"
            " ORDER BY 1, 2, 3, 4 LIMIT ?", (subject, predicate, scope, limit),
        )  # fmt: skip
        return {"facts": [dict(zip(names, row, strict=True)) for row in rows]}

    def summarize(
        self, now_ms: int, topic: str, content: str, ids: Any = (), replace: bool = False,
        scope: str = "project",
    ) -> Any:  # fmt: skip
        self.need(topic.strip("\t\n\v\f\r ") and len(set(ids)) == len(ids))
        self.need(re.search(r"[^\t-\r ]", content))
        for name in ids:
            self.find(name)
        if replace and ids:
            self.delete(now_ms, ids)
        return self.create(now_ms, content, ["summary", f"topic:{topic}"], scope)

    def state(self) -> dict[str, Any]:
        rows = self.base.execute(
            "SELECT subject, predicate, object, scope FROM facts ORDER BY made"
        )
        names = ("subject", "predicate", "object", "scope")
        return {
            "next": self.next,
            "memories": self.rows("1"),
            "facts": [dict(zip(names, row, strict=True)) for row in rows],
        }

    def rows(self, where: str, *values: Any) -> list[dict[str, Any]]:
        # What stands in the place of the braces is written in this file.
        words = f"SELECT * FROM memories WHERE {where} ORDER BY number"  # noqa: S608 - the test's own words
        rows = self.base.execute(words, values)
        return [
            {"id": f"mem_{row[0]}", "content": row[1], "tags": json.loads(row[2]), "scope": row[3],
             "created_ms": row[4], "updated_ms": row[5]}
            for row in rows
        ]  # fmt: skip

    def find(self, name: str) -> dict[str, Any]:
        for row in self.rows("'mem_' || number = ?", name):
            return row
        raise RefusedError("NOT_FOUND", name)

    @staticmethod
    def need(holds: object) -> None:
        if not holds:
            raise RefusedError("INVALID_PARAMS")


def applied(memory: Memory, action: str, params: dict[str, Any], now_ms: int) -> tuple[Any, Memory]:
    """The answer in the form of the model, and the memory afterwards."""
    try:
        found = memory.apply(action, params, now_ms)
    except ToolError as refused:
        named = (refused.details or {}).get("id")
        return (refused.code, *([] if named is None else [named])), memory
    return found.data, Memory(found.state)


@pytest.mark.parametrize("seed", range(60))
def test_calls_one_after_the_other_come_to_what_tables_of_sqlite_hold(seed: int) -> None:
    # Reproducible test data, nothing secret.
    random = Random(seed)  # noqa: S311 - a fixed sequence
    tables, memory = Tables(), Memory(EMPTY)
    succeeded = 0
    for now_ms in range(40):
        _, asked = inputs.well_formed(random)
        action, params = asked["action"], asked["params"]
        expected = tables.answer(action, params, now_ms)
        answer, memory = applied(memory, action, params, now_ms)
        assert answer == expected
        succeeded += isinstance(expected, dict)
        assert memory.state.model_dump() == tables.state()
    assert succeeded > 10


def test_pages_that_follow_one_another_hold_everything_once() -> None:
    memory = Memory(EMPTY)
    for number in range(25):
        memory = Memory(memory.apply("create", {"content": f"text {number}"}, number).state)
    seen, cursor = [], None
    while True:
        place: dict[str, Any] = {} if cursor is None else {"cursor": cursor}
        page = memory.apply("recall", {"limit": 4, **place}, 0)
        seen += [item["id"] for item in page.data["memories"]]
        assert page.paging is not None
        cursor = page.paging["cursor"]
        if cursor is None:
            break
    assert seen == [f"mem_{number}" for number in range(1, 26)]


def test_a_call_leaves_the_state_that_it_was_given() -> None:
    memory = Memory(EMPTY)
    memory.apply("create", {"content": "a"}, 0)
    assert memory.state == State(next=1, memories=[], facts=[])


def test_the_page_tells_what_python_does() -> None:
    # A fence at the end of an example would be taken for a part of what is printed.
    text = contract.specification(DOMAIN).replace("```", "")
    parsed = doctest.DocTestParser().get_doctest(text, {}, "spec.md", None, 0)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0
