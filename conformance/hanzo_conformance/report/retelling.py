"""What a report does not tell again: it is to be read, and may be of a million vectors."""

from __future__ import annotations

import msgspec

from hanzo_conformance.story.story import Story

# So many divergences of an implementation are told in full, the others by a line each.
IN_FULL = 2000


class Retelling:
    """Stories of one report, in their order."""

    def __init__(self) -> None:
        self._tellers: dict[tuple[str, ...], str] = {}
        self._count = 0

    def once(self, story: Story) -> Story:
        """The story with a word in the place of a standard error that another one has told."""
        if not story.stderr:
            return story
        teller = self._tellers.setdefault(story.stderr, story.vector)
        if teller == story.vector:
            return story
        return msgspec.structs.replace(story, stderr=(f"(the same as that of {teller})",))

    def in_full(self) -> bool:
        """Whether there is room for one more story in full."""
        self._count += 1
        return self._count <= IN_FULL
