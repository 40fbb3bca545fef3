"""Inputs for fuzzing: states that calls may have left, and calls that nearly fit them."""

from __future__ import annotations

from random import Random
from typing import Any

WORDS = ("tea", "Tea", "Paul", "É", "é", "\u212a", "k", "\u017f", "s", "\U0001f600", "\uff61", "%")
BLANKS = (" ", "\t", "\v", "\f", "\r\n", "\u00a0", "\x1c", "\u0085", "\u2028", "")
TAGS = ("a", "b", "A", "__proto__", "", "summary", "\uff61", "\U0001f600", "10", "9")
TEXTS = ("a", "b", "", "is", "\x01", "\uff61", "\U0001f600", "constructor")
SCOPES = ("session", "project", "global")
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    1001,
    "",
    "a",
    "\0",
    [],
    ["a"],
    [1],
    {},
    {"id": "mem_1"},
)
ACTIONS = ("recall", "create", "update", "delete", "manage", "facts", "summarize")
MEMBERS = (
    "query", "tags", "scope", "limit", "cursor", "content", "id", "ids", "create", "update",
    "delete", "add", "remove", "subject", "predicate", "topic", "replace", "other",
)  # fmt: skip


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A call as its schema has it, of ids that are there and of some that are not."""
    action = random.choice(ACTIONS)
    return _asked(random, action, _PARAMS[action](random))


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """A call with members replaced, taken away or made up."""
    action = random.choice((*ACTIONS, *ACTIONS, "help", "", "__proto__"))
    params = _PARAMS.get(action, _recall)(random)
    for _ in range(random.randrange(1, 3)):
        name = random.choice((*params, *MEMBERS))
        if random.random() < 0.3:
            params.pop(name, None)
        else:
            params[name] = random.choice((*ODD, *SCOPES))
    return _asked(random, action, params)


def _asked(random: Random, action: str, params: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    now_ms = random.choice((0, 1, 5000, 2**53 - 1))
    asked = {"state": _state(random), "now_ms": now_ms, "action": action, "params": params}
    return "apply", asked


def _state(random: Random) -> dict[str, Any]:
    numbers = sorted(random.sample(range(1, 13), random.randrange(8)))
    facts = {_triple(random) for _ in range(random.randrange(6))}
    return {
        "next": random.choice((13, 14, 2**52)),
        "memories": [
            {
                "id": f"mem_{number}", "content": _text(random, 1),
                "tags": sorted(set(random.choices(TAGS, k=random.randrange(4)))),
                "scope": random.choice(SCOPES), "created_ms": number, "updated_ms": number,
            }
            for number in numbers
        ],
        "facts": [_fact(*triple) | {"scope": random.choice(SCOPES)} for triple in sorted(facts)],
    }  # fmt: skip


def _text(random: Random, least: int = 0) -> str:
    return "".join(
        random.choice(WORDS) + random.choice(BLANKS) for _ in range(random.randrange(least, 4))
    )


def _tags(random: Random) -> list[str]:
    return random.choices(TAGS, k=random.randrange(3))


def _id(random: Random) -> str:
    return f"mem_{random.randrange(1, 15)}" if random.random() < 0.95 else random.choice(TEXTS)


def _ids(random: Random) -> list[str]:
    return [_id(random) for _ in range(random.randrange(4))]


def _triple(random: Random) -> tuple[str, str, str]:
    return random.choice(TEXTS), random.choice(TEXTS), random.choice(TEXTS)


def _fact(subject: str, predicate: str, object_: str) -> dict[str, Any]:
    return {"subject": subject, "predicate": predicate, "object": object_}


def _some(random: Random, **members: Any) -> dict[str, Any]:
    """Some of the members; each is drawn only if it is taken."""
    return {name: draw(random) for name, draw in members.items() if random.random() < 0.5}


def _scope(random: Random) -> str:
    return random.choice(SCOPES)


def _limit(random: Random) -> int:
    return random.choice((1, 2, 1000))


def _recall(random: Random) -> dict[str, Any]:
    return _some(random, query=_text, tags=_tags, scope=_scope, limit=_limit)


def _create(random: Random) -> dict[str, Any]:
    return {"content": _text(random), **_some(random, tags=_tags, scope=_scope)}


def _update(random: Random) -> dict[str, Any]:
    return {"id": _id(random), **_some(random, content=_text, tags=_tags)}


def _delete(random: Random) -> dict[str, Any]:
    return {"ids": _ids(random)}


def _several(draw: Any) -> Any:
    return lambda random: [draw(random) for _ in range(random.randrange(3))]


def _manage(random: Random) -> dict[str, Any]:
    return _some(random, create=_several(_create), update=_several(_update), delete=_ids)


def _facts(random: Random) -> dict[str, Any]:
    def drawn(random: Random) -> dict[str, Any]:
        return _fact(*_triple(random)) | _some(random, scope=_scope)

    return _some(
        random, add=_several(drawn), remove=_several(drawn), subject=lambda r: r.choice(TEXTS),
        predicate=lambda r: r.choice(TEXTS), scope=_scope, limit=_limit,
    )  # fmt: skip


def _summarize(random: Random) -> dict[str, Any]:
    asked = {"topic": _text(random, 1), "content": _text(random)}
    return asked | _some(random, ids=_ids, scope=_scope, replace=lambda r: r.random() < 0.5)


_PARAMS = {
    "recall": _recall, "create": _create, "update": _update, "delete": _delete, "manage": _manage,
    "facts": _facts, "summarize": _summarize,
}  # fmt: skip
