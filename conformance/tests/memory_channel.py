"""An adapter drawn by lot behind a channel without a process, and a clock that nobody waits for."""

from __future__ import annotations

from collections import deque

from fakes.behaviours import ENDINGS, Action, actions_for

from hanzo_conformance.transports.channel import Channel, End, Received, Sharing
from hanzo_conformance.transports.lines import Lines

# Nobody who makes progress waits so often.
WAITS = 100_000


class Clock:
    """Time that passes when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class MemoryTransport:
    """Starts adapters that treat vectors as their texts say; ``channels`` are all of them."""

    def __init__(self, beginning: str, ending: str, line_bytes: int, clock: Clock) -> None:
        self.channels: list[MemoryChannel] = []
        self._stated = beginning, ending, line_bytes
        self._clock = clock

    @property
    def sharing(self) -> Sharing:
        return Sharing()

    def open(self) -> Channel:
        self.channels.append(MemoryChannel(*self._stated, self._clock))
        return self.channels[-1]


class MemoryChannel:
    """One adapter. ``alive`` until it has ended or was killed."""

    def __init__(self, beginning: str, ending: str, line_bytes: int, clock: Clock) -> None:
        self.alive = True
        self.waits = 0
        self._beginning, self._ending = beginning, ending
        self._clock = clock
        self._input: deque[bytes] = deque()
        self._closed = self._ended = False
        self._actions: deque[Action] = deque()
        self._free = 0.0
        self._repeats: list[tuple[float, bytes, float]] = []
        self._lines = Lines(line_bytes)
        self._out: list[bytes] = []
        self._end: End | None = None

    def send(self, data: bytes) -> None:
        self._input.extend(data.splitlines())

    def finish(self) -> None:
        self._closed = True

    def kill(self) -> None:
        self.alive = False
        self._end = self._end or End(died=True, detail="it was killed")

    def stop(self, grace_s: float) -> None:
        self._clock.now += grace_s
        self.kill()

    def stderr(self) -> str:
        return ""

    def wait(self, timeout_s: float) -> Received:
        self.waits += 1
        assert self.waits < WAITS, "it waits and waits"
        deadline = self._clock.now + max(0.0, timeout_s)
        while True:
            self._advance()
            if self._out or self._end is not None:
                lines, self._out = self._out, []
                return Received(lines, self._end)
            times = [when for when, _, _ in self._repeats]
            times += [self._free] if self._actions else []
            later = min(times, default=deadline)
            if later >= deadline:
                self._clock.now = deadline
                return Received([])
            self._clock.now = later

    def _advance(self) -> None:
        """Do all that is due."""
        now = self._clock.now
        while self._end is None:
            due = min((item for item in self._repeats if item[0] <= now), default=None)
            if due is not None:
                self._repeats.remove(due)
                self._repeats.append((due[0] + due[2], due[1], due[2]))
                self._write(due[1])
            elif self._actions and self._free <= now:
                self._act(self._actions.popleft())
            elif self._actions:
                return
            elif self._input:
                self._free = max(self._free, now)
                self._actions.extend(actions_for(self._input.popleft(), self._beginning))
            elif self._closed and not self._ended:
                self._ended = True
                self._actions.extend(ENDINGS[self._ending])
            else:
                return

    def _act(self, action: Action) -> None:
        match action:
            case ("write", data):
                self._write(data)
            case ("pause", seconds):
                self._free += seconds
            case ("exit", status):
                self._gone(f"exited with status {status}", well=status == 0)
            case ("kill",):
                self._gone("killed by SIGKILL", well=False)
            case ("hang",):
                self._free = float("inf")
                self._actions.append(("hang",))
            case ("close",):
                self._end = End(died=False, detail="it closed its standard output")
            case ("repeat", data, seconds):
                self._repeats.append((self._clock.now, data, seconds))

    def _write(self, data: bytes) -> None:
        self._out += self._lines.feed(data)
        self._end = self._end or self._lines.broken

    def _gone(self, how: str, *, well: bool) -> None:
        self.alive = False
        self._end = self._end or End(died=True, detail=how, well=well, rest=self._lines.rest)
