"""The entries of a baseline: how they are written and read, and what is wrong with one by itself.

An entry names a difference: where in an answer, of what kind, and as narrowly as it can in which
operations, requirements or vectors.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from hanzo_conformance.installation.toml import NotTomlError, read_toml
from hanzo_conformance.verdicts.difference import VERDICT_OF, Kind
from hanzo_vectors.vector import Frozen

# The reason of an entry that nobody has explained yet.
UNEXPLAINED = "TODO"
HEADER = re.compile(r"^[ \t]*\[\[[ \t]*divergence[ \t]*\]\]", re.MULTILINE)
# Entries that run out within this time are announced.
NOTICE_DAYS = 30

Patterns = (
    Annotated[str, msgspec.Meta(min_length=1)]
    | Annotated[list[Annotated[str, msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)]
)


Pointer = Annotated[str, msgspec.Meta(pattern=r"^(/|$)")]


class Divergence(Frozen, frozen=True, kw_only=True):
    """One entry of ``known-divergences.toml``."""

    at: Annotated[
        Pointer | Annotated[list[Pointer], msgspec.Meta(min_length=1)],
        msgspec.Meta(
            description="JSON Pointer into the result or error, or several; * is any text within "
            "one of its names; all that is below belongs to it; empty for the whole answer. Files "
            "that are left stand below /after/files.",
        ),
    ]
    vector: Annotated[
        Patterns | None, msgspec.Meta(description="Ids of vectors, * is any text.")
    ] = None
    operation: Annotated[
        Patterns | None, msgspec.Meta(description="Operations, * is any text.")
    ] = None
    requirement: Annotated[
        Patterns | None, msgspec.Meta(description="Requirements of the vectors, * is any text.")
    ] = None
    kind: Annotated[
        Kind | Annotated[list[Kind], msgspec.Meta(min_length=1)] | None,
        msgspec.Meta(
            description="What is different there, or one of several; without it, anything but the adapter's own "
            "failure, its death, its silence and broken protocol."
        ),
    ] = None
    expected: Annotated[
        Any, msgspec.Meta(description="Only where exactly this is specified; of errors the code.")
    ] = msgspec.UNSET
    expected_one_of: Annotated[
        str | None,
        msgspec.Meta(
            description="Only where one of these is specified: the text of a JSON array, since TOML "
            "has no null."
        ),
    ] = None
    actual: Annotated[
        Any, msgspec.Meta(description="Only where exactly this is answered; of errors the code.")
    ] = msgspec.UNSET
    actual_one_of: Annotated[
        str | None, msgspec.Meta(description="The same of what is answered.")
    ] = None
    count: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None,
        msgspec.Meta(description="How many vectors it touches, where it does not name each."),
    ] = None
    reason: Annotated[str, msgspec.Meta(min_length=1)]
    issue: str | None = None
    expires: Annotated[
        datetime.date | None, msgspec.Meta(description="First day on which it no longer counts.")
    ] = None

    @property
    def places(self) -> tuple[str, ...]:
        """The pointers that it is about."""
        return (self.at,) if isinstance(self.at, str) else tuple(self.at)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of differences that it is about; empty for every kind of compared answers."""
        if self.kind is None:
            return ()
        return (self.kind,) if isinstance(self.kind, Kind) else tuple(self.kind)

    @property
    def specified(self) -> tuple[Any, ...] | None:
        """What may be specified there; None where it is anything. Raises ``ValueError``."""
        return _either(self.expected, self.expected_one_of)

    @property
    def answered(self) -> tuple[Any, ...] | None:
        """What may be answered there; None where it is anything. Raises ``ValueError``."""
        return _either(self.actual, self.actual_one_of)

    @property
    def names(self) -> tuple[str, ...]:
        """The vectors that it names one by one; empty where it does not."""
        given = patterns(self.vector)
        return () if any("*" in name for name in given) else given

    @property
    def bound(self) -> int | None:
        """How many vectors it may touch."""
        return self.count if self.count is not None else len(self.names) or None


class BaselineFile(Frozen, frozen=True):
    """The whole of ``known-divergences.toml``."""

    divergence: list[Divergence] = msgspec.field(default_factory=list)


class BaselineError(ValueError):
    """A baseline that cannot be read; ``str()`` says where."""


class OldEntryError(BaselineError):
    """A baseline with entries that excuse whole vectors, as they were written once."""


def read_entries(place: str, text: str) -> list[tuple[Divergence, int]]:
    """The entries of a baseline file with their lines; raises ``BaselineError``."""
    try:
        tree: Any = read_toml(text)
        _refuse_old(place, text, tree)
        entries = msgspec.convert(tree, BaselineFile).divergence
    except (NotTomlError, msgspec.ValidationError) as problem:
        raise BaselineError(f"{place}: {problem}") from None
    lines = _lines(text)
    for entry in entries:
        try:
            _ = entry.specified, entry.answered
        except ValueError as problem:
            raise BaselineError(
                f"{place}: what ends in _one_of is the text of a JSON array: {problem}"
            ) from None
    if len(lines) != len(entries):
        raise BaselineError(
            f"{place}: entries are written as [[divergence]] tables, each on a line"
        )
    return list(zip(entries, lines, strict=True))


def patterns(given: Patterns | None) -> tuple[str, ...]:
    """What an entry lists, or the one thing that it gives."""
    if given is None:
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


def _either(one: Any, several: str | None) -> tuple[Any, ...] | None:
    if several is not None:
        return tuple(msgspec.json.decode(several, type=list[Any]))
    return None if one is msgspec.UNSET else (one,)


def is_old(item: Any) -> bool:
    """Whether a table excuses a vector with its verdict, and names no difference."""
    return isinstance(item, dict) and "verdict" in item and "at" not in item


def own_problems(entry: Divergence, today: datetime.date) -> list[str]:
    """What is wrong with an entry, whatever a run says."""
    found: list[str] = []
    if entry.names and entry.count is not None:
        found.append("count goes with a glob; this names each of its vectors")
    elif entry.bound is None:
        found.append("states no count: how many vectors it touches")
    broken = [kind for kind in entry.kinds if kind in VERDICT_OF]
    if broken and any(entry.places):
        found.append(f'{broken[0]} is said of the whole answer: at = ""')
    if entry.expected is not msgspec.UNSET and entry.expected_one_of is not None:
        found.append("states both expected and expected_one_of")
    if entry.actual is not msgspec.UNSET and entry.actual_one_of is not None:
        found.append("states both actual and actual_one_of")
    if entry.expires is not None and entry.expires <= today:
        found.append(f"expired on {entry.expires.isoformat()}")
    if entry.reason.strip() in {"", UNEXPLAINED}:
        found.append(f"has no reason yet: write why in the place of {UNEXPLAINED}")
    return found


def expiry_notices(
    place: str, entries: Sequence[tuple[Divergence, int]], today: datetime.date
) -> list[str]:
    """A sentence for each entry that runs out soon."""
    found: list[str] = []
    for entry, line in entries:
        left = (entry.expires - today).days if entry.expires else 0
        if 0 < left <= NOTICE_DAYS:
            days = "tomorrow" if left == 1 else f"in {left} days"
            found.append(f"{place}:{line}: expires {days}: {' '.join(entry.reason.split())}")
    return found


def _refuse_old(place: str, text: str, tree: Any) -> None:
    items = tree.get("divergence")
    if not isinstance(items, list):
        return
    for item, line in zip(items, _lines(text), strict=False):
        if is_old(item):
            raise OldEntryError(
                f"{place}:{line}: excuses a vector as a whole (verdict); entries name a difference "
                "(at)"
            )


def _lines(text: str) -> list[int]:
    lines: list[int] = []
    line, before = 1, 0
    for found in HEADER.finditer(text):
        line += text.count("\n", before, found.start())
        before = found.start()
        lines.append(line)
    return lines
