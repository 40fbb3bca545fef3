"""The command that puts one vector to one implementation again, as a user types it."""

from __future__ import annotations

import shlex

import msgspec

PROGRAM = ("hanzo-conformance",)


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


def replay_of(name: str) -> Replay:
    """The command for an implementation that is known by its name alone."""
    return Replay(("--impl", name))
