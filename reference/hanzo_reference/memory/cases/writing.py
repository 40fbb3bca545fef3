"""Cases of what makes, changes and forgets memories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.memory.cases.words import (
    NOW,
    Plain,
    answered,
    entry,
    fact,
    holding,
    invalid,
    refused,
)
from hanzo_reference.spec.cases import Case

HIP = "HIP-0300, Implementation Status: memory"
ONCE = "tools-memory.md 4"
TEXT = "tools-memory.md 3"
FACTS = [fact("tea", "is", "hot")]
OLD = (entry(1, "one", "a"), entry(2, "two"), entry(4, "four", scope="global"))
STATE = holding(*OLD, next_=7, facts=FACTS)


def made(number: int, content: str, *tags: str, scope: str = "project") -> Plain:
    """A memory that was made by the call."""
    return entry(number, content, *tags, scope=scope, ms=NOW)


def after(*memories: Plain, next_: int = 7) -> Plain:
    """The state afterwards, with the facts as they were."""
    return holding(*memories, next_=next_, facts=FACTS)


def changed(memory: Plain, **given: Any) -> Plain:
    """A memory that was changed by the call."""
    return {**memory, **given, "updated_ms": NOW}


def writing_cases() -> Iterator[Case]:
    """Every case of create, update, delete, manage and summarize."""
    yield from _create()
    yield from _update()
    yield from _delete()
    yield from _manage()
    yield from _manage_refusals()
    yield from _summarize()


def _create() -> Iterator[Case]:
    params: dict[str, Any]
    for slug, description, numbers, params, new in (
        ("plain", "What is made has the next id and is kept in the project", "1 16 18 39",
         {"content": "tea"}, made(7, "tea")),
        ("in-the-session", "What is made is kept as it is asked", "16", {"content": "tea",
         "scope": "session"}, made(7, "tea", scope="session")),
        ("for-the-user", "Ids are counted over all scopes", "16", {"content": "tea",
         "scope": "global"}, made(7, "tea", scope="global")),
        ("content-as-it-stands", "Content is kept with its blanks and in its case", "15",
         {"content": " Tea\r\n"}, made(7, " Tea\r\n")),
        ("no-break-space", "A no-break space is content", "15", {"content": "\u00a0"},
         made(7, "\u00a0")),
        ("nul", "A NUL is content", "15", {"content": "\0"}, made(7, "\0")),
        ("no-tags", "No tags are none", "17", {"content": "tea", "tags": []}, made(7, "tea")),
        ("tags-sorted", "Tags are sorted, each once", "17", {"content": "tea",
         "tags": ["b", "a", "b", "B", "A"]}, made(7, "tea", "A", "B", "a", "b")),
        ("tags-by-bytes", "Tags are sorted by UTF-8, not by UTF-16", "17", {"content": "tea",
         "tags": ["\U0001f600", "\uff61", "é", "z"]},
         made(7, "tea", "z", "é", "\uff61", "\U0001f600")),
        ("tags-like-numbers", "Tags are sorted as texts", "17", {"content": "tea",
         "tags": ["10", "9", "1"]}, made(7, "tea", "1", "10", "9")),
        ("tags-like-members", "Tags may be called as members of objects are", "17",
         {"content": "tea", "tags": ["toString", "__proto__", ""]},
         made(7, "tea", "", "__proto__", "toString")),
        ("the-same-again", "The same content may be remembered twice", "16", {"content": "one"},
         made(7, "one")),
    ):  # fmt: skip
        yield answered(f"create-{slug}", description, numbers, "create", params, STATE, new,
                       after=after(*OLD, new, next_=8),
                       flags=["object-names"] if "members" in slug else [], anchor=TEXT)  # fmt: skip
    first = made(1, "tea")
    yield answered("create-the-first", "Numbers begin with 1", "16", "create", {"content": "tea"},
                   holding(), first, after=holding(first), anchor=TEXT)  # fmt: skip
    seventh = made(7, "tea")
    yield answered("create-after-all-went", "Numbers of what was forgotten do not come back", "16",
                   "create", {"content": "tea"}, holding(next_=7), seventh,
                   after=holding(seventh), flags=["numbers"], anchor=TEXT)  # fmt: skip
    for slug, content in (("empty", ""), ("space", " "), ("all-blanks", "\t\n\v\f\r ")):
        yield invalid(f"create-content-{slug}", "Content without a word is refused", "15 4",
                      "create", {"content": content}, ("/content", "empty"), flags=["blanks"],
                      anchor=TEXT)  # fmt: skip
    for slug, params, violation in (
        ("without-content", {"tags": ["a"]}, ("/content", "required")),
        ("content-null", {"content": None}, ("/content", "type")),
        ("with-an-id", {"content": "a", "id": "mem_9"}, ("/id", "additionalProperties")),
        ("blank-and-misspelt", {"content": " ", "tag": []}, ("/tag", "additionalProperties")),
    ):  # fmt: skip
        yield invalid(f"create-{slug}", "Parameters are judged by the schema first", "3 5",
                      "create", params, violation, flags=["parameters"],
                      anchor="JSON Schema 2020-12 Validation §6")  # fmt: skip


def _update() -> Iterator[Case]:
    one, two, four = OLD
    for slug, description, numbers, params, new in (
        ("content", "New content leaves the tags", "19 20", {"content": "eins"},
         changed(one, content="eins")),
        ("tags", "New tags leave the content", "19 20", {"tags": ["c", "b", "c"]},
         changed(one, tags=["b", "c"])),
        ("both", "Both change at once", "19", {"content": "eins", "tags": ["x"]},
         changed(one, content="eins", tags=["x"])),
        ("no-tags", "No tags take the tags away", "19", {"tags": []}, changed(one, tags=[])),
        ("nothing-differs", "An update that changes nothing is one", "20",
         {"content": "one", "tags": ["a"]}, changed(one)),
    ):  # fmt: skip
        yield answered(f"update-{slug}", description, numbers, "update", {"id": "mem_1", **params},
                       STATE, new, after=after(new, two, four), anchor=TEXT)  # fmt: skip
    new = changed(four, content="vier")
    yield answered("update-of-another-scope", "What is changed stays in its scope and place", "19",
                   "update", {"id": "mem_4", "content": "vier"}, STATE, new,
                   after=after(one, two, new), anchor=TEXT)  # fmt: skip
    early = changed(one, content="eins") | {"updated_ms": 1}
    yield answered("update-by-a-clock-that-went-back", "The time is the one of the call", "20",
                   "update", {"id": "mem_1", "content": "eins"}, STATE, early,
                   after=after(early, two, four), anchor=TEXT, now_ms=1)  # fmt: skip
    yield invalid("update-of-nothing", "Something has to change", "21", "update", {"id": "mem_1"},
                  ("/content", "required"), state=STATE, anchor=TEXT)  # fmt: skip
    yield invalid("update-to-blank", "Content without a word is refused", "15 4", "update",
                  {"id": "mem_1", "content": " ", "tags": ["x"]}, ("/content", "empty"),
                  state=STATE, anchor=TEXT)  # fmt: skip
    yield invalid("update-of-nothing-unknown", "Parameters are judged before ids are looked up",
                  "6 21", "update", {"id": "mem_9"}, ("/content", "required"), state=STATE,
                  flags=["order"], anchor=ONCE)  # fmt: skip
    for slug, name in (
        ("never-made", "mem_9"), ("forgotten", "mem_3"), ("leading-zero", "mem_01"),
        ("number", "1"), ("empty", ""), ("in-capitals", "MEM_1"), ("blank-behind", "mem_1 "),
        ("of-objects", "__proto__"),
    ):  # fmt: skip
        yield refused(f"update-id-{slug}", "Only an id that a memory has is known", "6 4", "update",
                      {"id": name, "content": "x"}, STATE, "NOT_FOUND", {"id": name},
                      flags=["ids"], anchor=ONCE)  # fmt: skip


def _delete() -> Iterator[Case]:
    one, two, four = OLD
    for slug, description, ids, left in (
        ("one", "One is forgotten", ["mem_2"], [one, four]),
        ("two", "Ids are answered as they were given", ["mem_4", "mem_1"], [two]),
        ("all", "All may be forgotten", ["mem_1", "mem_2", "mem_4"], []),
    ):
        yield answered(f"delete-{slug}", description, "22 39", "delete", {"ids": ids}, STATE,
                       {"deleted": ids}, after=after(*left), anchor=HIP)  # fmt: skip
    yield invalid("delete-none", "At least one id is named", "23", "delete", {"ids": []},
                  ("/ids", "empty"), state=STATE)  # fmt: skip
    yield invalid("delete-twice", "An id stands once", "7 4", "delete",
                  {"ids": ["mem_1", "mem_2", "mem_1"]}, ("/ids/2", "unique"), state=STATE,
                  anchor=ONCE)  # fmt: skip
    yield invalid("delete-three-times", "Each place but the first is reported", "5 7", "delete",
                  {"ids": ["mem_1", "mem_1", "mem_1"]}, ("/ids/1", "unique"), ("/ids/2", "unique"),
                  state=STATE, anchor=ONCE)  # fmt: skip
    yield invalid("delete-an-unknown-one-twice", "Parameters are judged before ids are looked up",
                  "6 7", "delete", {"ids": ["mem_9", "mem_9"]}, ("/ids/1", "unique"), state=STATE,
                  flags=["order"], anchor=ONCE)  # fmt: skip
    yield refused("delete-one-of-them-unknown", "One id that is not there keeps all", "6 4",
                  "delete", {"ids": ["mem_1", "mem_3", "mem_9"]}, STATE, "NOT_FOUND",
                  {"id": "mem_3"}, flags=["atomic"], anchor=ONCE)  # fmt: skip
    yield invalid("delete-without-ids", "Ids are needed", "3", "delete", {}, ("/ids", "required"),
                  flags=["parameters"], anchor="JSON Schema 2020-12 Validation §6")  # fmt: skip


def _manage() -> Iterator[Case]:
    one, two, four = OLD
    new = (made(7, "seven", "t"), made(8, "eight", scope="session"))
    yield answered(
        "manage-all-three", "Several are made, changed and forgotten at once", "24 25 39", "manage",
        {
            "create": [{"content": "seven", "tags": ["t"]},
                       {"content": "eight", "scope": "session"}],
            "update": [{"id": "mem_2", "content": "zwei"}],
            "delete": ["mem_4", "mem_1"],
        },
        STATE, {"created": ["mem_7", "mem_8"], "updated": ["mem_2"], "deleted": ["mem_4", "mem_1"]},
        after=after(changed(two, content="zwei"), *new, next_=9), anchor=ONCE,
    )  # fmt: skip
    yield answered("manage-only-makes", "What is not asked for is empty", "25", "manage",
                   {"create": [{"content": "seven", "tags": ["t"]}]}, STATE,
                   {"created": ["mem_7"], "updated": [], "deleted": []},
                   after=after(*OLD, new[0], next_=8), anchor=ONCE)  # fmt: skip
    yield answered("manage-only-changes", "Each change is made in its order", "24 25", "manage",
                   {"update": [{"id": "mem_1", "content": "eins"}, {"id": "mem_2", "tags": ["b"]},
                               {"id": "mem_1", "content": "un"}]}, STATE,
                   {"created": [], "updated": ["mem_1", "mem_2", "mem_1"], "deleted": []},
                   after=after(changed(one, content="un"), changed(two, tags=["b"]), four),
                   anchor=ONCE)  # fmt: skip
    yield answered("manage-only-forgets", "Lists that are empty ask for nothing", "25", "manage",
                   {"create": [], "update": [], "delete": ["mem_2"]}, STATE,
                   {"created": [], "updated": [], "deleted": ["mem_2"]}, after=after(one, four),
                   anchor=ONCE)  # fmt: skip


def _manage_refusals() -> Iterator[Case]:
    sound: dict[str, Any] = {
        "create": [{"content": "seven"}], "update": [{"id": "mem_2", "content": "zwei"}],
        "delete": ["mem_1"],
    }  # fmt: skip
    for slug, params, violations in (
        ("nothing", {}, [("/create", "required")]),
        ("empty-lists", {"create": [], "update": [], "delete": []}, [("/create", "required")]),
        ("blank-content", {**sound, "create": [{"content": "a"}, {"content": " "}]},
         [("/create/1/content", "empty")]),
        ("update-of-nothing", {**sound, "update": [{"id": "mem_2"}]},
         [("/update/0/content", "required")]),
        ("update-to-blank", {**sound, "update": [{"id": "mem_2", "content": ""}]},
         [("/update/0/content", "empty")]),
        ("forgets-twice", {**sound, "delete": ["mem_1", "mem_1"]}, [("/delete/1", "unique")]),
        ("changes-and-forgets", {**sound, "delete": ["mem_1", "mem_2"]},
         [("/delete/1", "unique")]),
        ("several-mistakes", {"create": [{"content": ""}], "update": [{"id": "mem_1"}],
         "delete": ["mem_1"]}, [("/create/0/content", "empty"), ("/delete/0", "unique"),
                                ("/update/0/content", "required")]),
    ):  # fmt: skip
        numbers = {"nothing": "26", "empty-lists": "26", "several-mistakes": "5 7 15 21",
                   "changes-and-forgets": "27", "forgets-twice": "7"}.get(slug, "24 4")  # fmt: skip
        yield invalid(f"manage-{slug}", "All or nothing is done", numbers, "manage", params,
                      *violations, state=STATE, flags=["atomic"], anchor=ONCE)  # fmt: skip
    for slug, params, name in (
        ("changes-unknown", {**sound, "update": [{"id": "mem_3", "tags": []}]}, "mem_3"),
        ("forgets-unknown", {**sound, "delete": ["mem_1", "mem_9"]}, "mem_9"),
        ("both-unknown", {"update": [{"id": "mem_9", "tags": []}], "delete": ["mem_8"]}, "mem_9"),
        ("forgets-what-it-makes", {**sound, "delete": ["mem_7"]}, "mem_7"),
        ("changes-what-it-makes", {**sound, "update": [{"id": "mem_7", "tags": []}]}, "mem_7"),
    ):  # fmt: skip
        yield refused(f"manage-{slug}", "One id that is not there keeps everything", "24 6 4",
                      "manage", params, STATE, "NOT_FOUND", {"id": name}, flags=["atomic"],
                      anchor=ONCE)  # fmt: skip
    yield invalid("manage-a-scope-changed", "A memory stays in its scope", "3", "manage",
                  {"update": [{"id": "mem_1", "content": "x", "scope": "global"}]},
                  ("/update/0/scope", "additionalProperties"), state=STATE, flags=["parameters"],
                  anchor="JSON Schema 2020-12 Validation §6")  # fmt: skip


def _summarize() -> Iterator[Case]:
    params: dict[str, Any]
    two = OLD[1]
    summary = made(7, "All of it", "summary", "topic:numbers")
    asked: dict[str, Any] = {"topic": "numbers", "content": "All of it"}
    for slug, description, numbers, params, left in (
        ("alone", "A summary may stand for nothing", "28 39", {}, OLD),
        ("of-others", "What is summed up stays", "29", {"ids": ["mem_2", "mem_1"]}, OLD),
        ("kept", "What is summed up stays where it is said so", "29",
         {"ids": ["mem_1"], "replace": False}, OLD),
        ("replacing", "What is replaced goes", "29", {"ids": ["mem_4", "mem_1"], "replace": True},
         [two]),
        ("replacing-nothing", "Nothing is replaced where nothing is named", "29",
         {"ids": [], "replace": True}, OLD),
        ("replacing-no-ids", "Without ids nothing is replaced", "29", {"replace": True}, OLD),
    ):  # fmt: skip
        yield answered(f"summarize-{slug}", description, numbers, "summarize", {**asked, **params},
                       STATE, summary, after=after(*left, summary, next_=8),
                       anchor="tools-memory.md 6")  # fmt: skip
    spaced = made(7, "x", "summary", "topic: A b ", scope="global")
    yield answered("summarize-topic-as-it-stands", "A topic is kept as it stands", "28",
                   "summarize", {"topic": " A b ", "content": "x", "scope": "global"}, STATE,
                   spaced, after=after(*OLD, spaced, next_=8),
                   anchor="tools-memory.md 6")  # fmt: skip
    for slug, numbers, params, violations in (
        ("blank-topic", "28 4", {"topic": " "}, [("/topic", "empty")]),
        ("blank-content", "15 4", {"content": "\n"}, [("/content", "empty")]),
        ("id-twice", "7 4", {"ids": ["mem_1", "mem_1"]}, [("/ids/1", "unique")]),
        ("several-mistakes", "5", {"topic": "", "content": "", "ids": ["a", "a"]},
         [("/content", "empty"), ("/ids/1", "unique"), ("/topic", "empty")]),
    ):  # fmt: skip
        yield invalid(f"summarize-{slug}", "A summary has a topic, a content, and ids once",
                      numbers, "summarize", {**asked, **params}, *violations, state=STATE,
                      anchor="tools-memory.md 6")  # fmt: skip
    for slug, replace in (("keeping", False), ("replacing", True)):
        yield refused(f"summarize-{slug}-unknown", "What is summed up has to be there", "30 6 4",
                      "summarize", {**asked, "ids": ["mem_1", "mem_3"], "replace": replace}, STATE,
                      "NOT_FOUND", {"id": "mem_3"}, flags=["atomic"],
                      anchor="tools-memory.md 6")  # fmt: skip
