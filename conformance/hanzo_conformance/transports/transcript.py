"""A transport that keeps what goes over the wire, for a replay."""

from __future__ import annotations

from hanzo_conformance.transports.channel import Channel, Received, Sharing, Transport


class TranscriptTransport:
    """Wraps another; ``lines`` has each line with its direction, in order of time."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.lines: list[tuple[str, bytes]] = []
        self.errors = ""

    @property
    def sharing(self) -> Sharing:
        """What the inner one shares."""
        return self._inner.sharing

    def open(self) -> Channel:
        """Start one adapter whose lines are kept."""
        return _Transcribed(self._inner.open(), self)


class _Transcribed:
    def __init__(self, inner: Channel, book: TranscriptTransport) -> None:
        self._inner = inner
        self._book = book

    def send(self, data: bytes) -> None:
        self._book.lines += [("→", line) for line in data.splitlines()]
        self._inner.send(data)

    def wait(self, timeout_s: float) -> Received:
        received = self._inner.wait(timeout_s)
        self._book.lines += [("←", line) for line in received.lines]
        if received.end is not None:
            self._book.lines.append(("×", received.end.detail.encode()))
        return received

    def finish(self) -> None:
        self._inner.finish()

    def kill(self) -> None:
        self._keep_errors()
        self._inner.kill()

    def stop(self, grace_s: float) -> None:
        self._keep_errors()
        self._inner.stop(grace_s)

    def stderr(self) -> str:
        return self._inner.stderr()

    def _keep_errors(self) -> None:
        self._book.errors = self._inner.stderr() or self._book.errors
