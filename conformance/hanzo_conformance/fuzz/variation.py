"""Vectors with something changed in them, by the structure of their inputs.

Parts come from the same place of other vectors, so that what belongs together meets; texts and
numbers get what has broken parsers before. Nothing here knows a schema: who asks checks.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

LARGEST = 2**53 - 1
PIECES: tuple[str, ...] = (
    *map(chr, range(0x20)), *"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", *" 0129aAzZ\x7f\x80\x85\xa0",
    "\r\n", "\n\n", "__", "..", "//", "\u2028", "\u2029", "\ufeff", "\u200d", "\u0301", "é", "e\u0301",
    "\u0130", "\u0131", "ß", "\u017f", "\u212a", "\u0663", "\uff10", "\u3000", "\ud7ff", "\ue000", "\ufffd", "\uffff",
    "😀", "\U00010000", "\U0010ffff", "__proto__", "constructor", "toString", "null", "true", "-0", "1e3",
    "%00", "%C3%A9", "${a}", "a" * 64, "é" * 33,
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 7, 8, 9, 10, 31, 32, 33, 63, 64, 65, 99, 100, 127, 128, 255, 256, 999, 1000, 1024,
    65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, LARGEST, -LARGEST,
)  # fmt: skip
BYTES = (b"\0", b"\n", b"\r", b"a", b"\x7f", b"\x80", b"\xc2", b"\xe2\x82", b"\xed\xa0\x80", b"\xff",
         b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80", b"\xf4\x90")  # fmt: skip


# Members with such names are texts that stand for bytes.
BYTES_END = "_b64"
# The place of a whole input.
ROOT = ""
NESTED = (dict, list)

# One spot in an input, ``holder[key]``, and the number of the spot that has the holder, or TOP.
# A bare tuple: a campaign makes more of these than of anything else.
Spot = tuple[Any, Any, int]
TOP = -1


class Variations:
    """Changed copies of (operation, input JSON) pairs of one domain."""

    def __init__(self, seeds: Sequence[tuple[str, bytes]]) -> None:
        self._seeds = list(seeds)
        # What stands at a place in any vector, and which members an object there has.
        self._donors: dict[str, list[Any]] = {}
        self._members: dict[str, list[tuple[str, Any]]] = {}
        for operation, params in self._seeds:
            spots = _spots(msgspec.json.decode(params))
            for spot in spots:
                holder, key, above = spot
                value = holder[key]
                self._donors.setdefault(operation + _place(spots, spot), []).append(value)
                if isinstance(holder, dict):
                    place = operation + (ROOT if above == TOP else _place(spots, spots[above]))
                    self._members.setdefault(place, []).append((key, value))

    def draw(self, random: Random) -> tuple[str, dict[str, Any]]:
        """A vector's operation, and its input with one to three changes."""
        operation, text = random.choice(self._seeds)
        params: dict[str, Any] = msgspec.json.decode(text)
        for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
            chance = random.random()
            spots = _spots(params)
            if chance < 0.1 or not spots:
                self._add_member(operation, params, spots, random)
                continue
            if chance < 0.2:
                _exchange(spots, random)
                continue
            spot = random.choice(spots)
            holder, key, _ = spot
            if chance < 0.35:
                donor = random.choice(self._donors.get(operation + _place(spots, spot)) or [None])
                holder[key] = _own(donor)
            elif chance < 0.45:
                _restructure(holder, key, random)
            else:
                holder[key] = _changed(holder[key], _member(spots, spot), random)
        return operation, params

    def at(self, operation: str, place: str, random: Random) -> Any:
        """What stands in some vector at a place, a pointer with ``*`` for indexes; else None."""
        return _own(random.choice(self._donors.get(operation + place) or [None]))

    def _add_member(
        self, operation: str, params: dict[str, Any], spots: Sequence[Spot], random: Random
    ) -> None:
        """Give an object a member that an object at its place has in some vector."""
        objects = [spot for spot in spots if isinstance(spot[0][spot[1]], dict)]
        chosen = random.choice([None, *objects])
        target, place = params, ROOT
        if chosen is not None:
            target, place = chosen[0][chosen[1]], _place(spots, chosen)
        members = self._members.get(operation + place)
        if members:
            key, value = random.choice(members)
            target[key] = _own(value)


def _own(value: Any) -> Any:
    """A copy: what a vector gives is given to many."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _spots(params: dict[str, Any]) -> list[Spot]:
    """Every spot of an input, each before those in it."""
    found: list[Spot] = []
    _collect(params, TOP, found)
    return found


def _collect(holder: Any, above: int, found: list[Spot]) -> None:
    for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
        found.append((holder, key, above))
        if isinstance(value, NESTED):
            _collect(value, len(found) - 1, found)


def _place(spots: Sequence[Spot], spot: Spot) -> str:
    """The spot's pointer with ``*`` for indexes."""
    _, key, above = spot
    before = ROOT if above == TOP else _place(spots, spots[above])
    return f"{before}/{key}" if isinstance(key, str) else f"{before}/*"


def _member(spots: Sequence[Spot], spot: Spot) -> str:
    """The name of the member that a spot is, or is in."""
    _, key, above = spot
    while not isinstance(key, str) and above != TOP:
        _, key, above = spots[above]
    return key if isinstance(key, str) else ""


def _exchange(spots: Sequence[Spot], random: Random) -> None:
    """Put another piece in the place of one character wherever that stands: texts still agree."""
    texts = [
        (spot[0], spot[1])
        for spot in spots
        if isinstance(spot[0][spot[1]], str) and not _member(spots, spot).endswith(BYTES_END)
    ]
    whole = "".join(holder[key] for holder, key in texts)
    if whole:
        old, new = random.choice(whole), random.choice(PIECES)
        for holder, key in texts:
            holder[key] = holder[key].replace(old, new)


def _restructure(holder: Any, key: Any, random: Random) -> None:
    """Delete, double, swap or rename."""
    if isinstance(holder, list):
        _rearrange(holder, key, random)
    else:
        value = holder.pop(key)
        if random.random() < 0.5:
            holder[random.choice((*holder, *PIECES))] = value


def _rearrange(items: list[Any], index: int, random: Random) -> None:
    chance = random.random()
    if chance < 0.4:
        del items[index]
    elif chance < 0.8:
        items.insert(random.randrange(len(items) + 1), items[index])
    else:
        other = random.randrange(len(items))
        items[index], items[other] = items[other], items[index]


def _changed(value: Any, member: str, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return _number(value, random)
    if isinstance(value, str):
        if member.endswith(BYTES_END):
            return _bytes(value, random)
        return _sequence(value, lambda: random.choice(PIECES), random)
    if isinstance(value, list) and value:
        _rearrange(value, random.randrange(len(value)), random)
    return value


def _number(value: int, random: Random) -> int:
    chance = random.random()
    if chance < 0.3:
        value += random.choice((-1, 1))
    elif chance < 0.4:
        value = random.choice((-value, value * 2, value // 2, value * 10))
    elif chance < 0.7:
        value = random.choice(NUMBERS)
    else:
        value = random.randrange(-3, 2 ** random.randrange(2, 33))
    return max(-LARGEST, min(LARGEST, value))


def _bytes(value: str, random: Random) -> str:
    try:
        data = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return value
    return base64.b64encode(_sequence(data, lambda: random.choice(BYTES), random)).decode("ascii")


def _sequence(whole: Any, piece: Callable[[], Any], random: Random) -> Any:
    """A text or bytes with a stretch replaced, deleted, doubled, or with something put in."""
    start = random.randrange(len(whole) + 1)
    end = min(len(whole), start + random.choice((0, 1, 1, 1, 2, 3, 5, 8)))
    chance = random.random()
    if chance < 0.4:
        return whole[:start] + piece() + whole[start:]
    if chance < 0.65:
        return whole[:start] + piece() + whole[end:]
    if chance < 0.85:
        return whole[:start] + whole[end:]
    stretch = whole[start:end] * random.choice((2, 2, 3, 40))
    return whole[:start] + stretch + whole[end:]
