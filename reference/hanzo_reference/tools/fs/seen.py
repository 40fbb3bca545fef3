"""The contents that answers have named by their hash, so that two of them can be compared."""

from __future__ import annotations

from collections import OrderedDict

from hanzo_reference.ids import content_hash

MOST_BYTES = 64 * 1024 * 1024


class SeenContents:
    """Contents by hash; the ones named longest ago are forgotten beyond ``MOST_BYTES``."""

    def __init__(self) -> None:
        self._contents: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def remember(self, content: bytes) -> str:
        """The hash of a content, by which it can be found from now on."""
        name = content_hash(content)
        if name not in self._contents:
            self._bytes += len(content)
            self._contents[name] = content
        self._contents.move_to_end(name)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._contents.popitem(last=False)[1])
        return name

    def find(self, name: str) -> bytes | None:
        """The content with this hash, or None when it was never seen or is forgotten."""
        return self._contents.get(name)
