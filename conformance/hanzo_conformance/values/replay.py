"""The command that puts one vector to one implementation again, as a user types it."""

from __future__ import annotations

import shlex

import msgspec

PROGRAM = ("hanzo-conformance",)
# The options that say whose baseline it is, and for which vectors.
UPDATING = {"--impl", "--vectors"}


class Replay(msgspec.Struct, frozen=True):
    """How to see a result again.

    ``program`` are the words that start the program, ``options`` those after the vector: whom to
    ask, as the user named it, and what else it takes to ask the same.
    """

    options: tuple[str, ...]
    program: tuple[str, ...] = PROGRAM

    def line(self, vector: str) -> str:
        """The line for a POSIX shell."""
        return shlex.join([*self.program, "replay", vector, *self.options])

    def update(self) -> str:
        """The line that brings the implementation's baseline up to date, with the same vectors."""
        pairs = zip(self.options[::2], self.options[1::2], strict=False)
        kept = [word for pair in pairs if pair[0] in UPDATING for word in pair]
        return shlex.join([*self.program, "baseline", "update", *kept])


def replay_of(name: str) -> Replay:
    """The command for an implementation that is known by its name alone."""
    return Replay(("--impl", name))


def update_of(line: object, name: str) -> str:
    """``Replay.update`` by the line of a record; by the name alone where that is none."""
    try:
        words = shlex.split(line) if isinstance(line, str) else []
        at = words.index("replay")
    except ValueError:
        return replay_of(name).update()
    return Replay(tuple(words[at + 2 :]), tuple(words[:at])).update()
