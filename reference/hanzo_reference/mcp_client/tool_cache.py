"""A server's tools: which are kept, which are being fetched, for whom, and of which generation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hanzo_reference.mcp_client.answers import Page, Refused


@dataclass(slots=True)
class Fetch:
    """Pages of one generation on their way, and the steps that wait for them."""

    generation: int
    waiting: list[int]
    tools: dict[str, dict[str, Any]] = field(default_factory=dict)
    _cursors: set[str] = field(default_factory=set)

    def take(self, page: Page) -> dict[str, str] | None:
        """Add a page; the params of the next one, or None behind the last.

        Raises ``Refused``. Spec: MCPC-41, MCPC-44, MCPC-46.
        """
        for tool in page.tools:
            self.tools.setdefault(tool["name"], tool)
        if page.next_cursor is None:
            return None
        if page.next_cursor in self._cursors:
            raise Refused("PAGING_LOOP")
        self._cursors.add(page.next_cursor)
        return {"cursor": page.next_cursor}

    def value(self) -> dict[str, Any]:
        """What those who wait for it get."""
        return {"tools": list(self.tools.values()), "generation": self.generation}


class ToolCache:
    """What is known of a server's tools; a generation ends when they may have changed.

    Spec: MCPC-40, MCPC-45, MCPC-48, MCPC-49.
    """

    def __init__(self) -> None:
        self.generation = 0
        self._kept: dict[str, Any] | None = None
        self._fetch: Fetch | None = None

    def begin_generation(self) -> None:
        """Whatever is known, or on its way, is of the past."""
        self.generation += 1
        self._kept = self._fetch = None

    def kept(self) -> dict[str, Any] | None:
        """The tools of this generation, once they have been fetched."""
        return self._kept

    def join(self, step: int) -> Fetch | None:
        """Wait for what is being fetched of this generation; None begins a fetch: see ``begin``."""
        if self._fetch is not None:
            self._fetch.waiting.append(step)
        return self._fetch

    def begin(self, step: int) -> Fetch:
        """Fetch the tools of this generation, for this step and whoever joins it."""
        self._fetch = Fetch(self.generation, [step])
        return self._fetch

    def end(self, fetch: Fetch, value: dict[str, Any] | None = None) -> None:
        """A fetch is over; its value is kept unless there is none, or it is of the past."""
        if fetch is self._fetch:
            self._kept, self._fetch = value, None
