"""Findings in Redis: one hash, so that all of a team fuzz against one database.

Who saves last wins; two who find the same divergence have made it equally small, or nearly so.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hanzo_conformance.fuzz.findings import finding_text, read_finding
from hanzo_conformance.story.finding import Finding
from hanzo_conformance.values.errors import ConformanceError
from hanzo_vectors.strict_json import NotStrictJsonError

KEY = "hanzo-conformance:findings"
TIMEOUT_S = 10.0
# Some ten thousand findings as large as any; Redis counts what it keeps beside the texts, too.
FINDINGS_BYTES = 64 * 1024 * 1024


class StoreError(ConformanceError):
    """A database of findings that cannot be used."""


class ServerStore:
    """The hash ``KEY`` of a Redis server: field is the finding's id, value its JSON."""

    def __init__(self, address: str) -> None:
        try:
            import redis
        except ImportError:
            raise StoreError(
                "a database in Redis needs the package redis",
                "pip install 'hanzo-conformance[redis]', or name a folder",
            ) from None
        self._problem: type[Exception] = redis.RedisError
        try:
            # Protocol 2 is spoken by every server; nothing here needs a later one.
            self._server: Any = redis.Redis.from_url(
                address, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S, protocol=2
            )
            self._server.ping()
        except (redis.RedisError, ValueError) as problem:
            # The address may hold a password.
            raise StoreError(
                f"--database: no Redis server answers there: {problem}",
                "redis://HOST:PORT/NUMBER, or a folder",
            ) from None

    def all(self) -> list[Finding]:
        """Every finding, sorted by id; raises ``StoreError``."""
        # The hash is everybody's who knows the server, and comes in one piece.
        size = self._call("memory_usage", samples=0) or 0
        if size > FINDINGS_BYTES:
            raise StoreError(
                f"{KEY} takes {size} bytes, and findings {FINDINGS_BYTES} at most",
                f"redis-cli del {KEY} forgets all of them, --database NAME takes another",
            )
        return [self._read(name, data) for name, data in sorted(self._call("hgetall").items())]

    def save(self, finding: Finding) -> None:
        """Put it into the hash; raises ``StoreError``."""
        self._call("hset", finding.id, finding_text(finding).encode())

    def remove(self, name: str) -> None:
        """Take it out of the hash; raises ``StoreError``."""
        self._call("hdel", name)

    def where(self, name: str) -> str:
        """The command that shows it."""
        return f"redis-cli hget {KEY} {name}"

    def _call(self, verb: str, *words: str | bytes, **more: int) -> Any:
        try:
            return getattr(self._server, verb)(KEY, *words, **more)
        except self._problem as problem:
            raise StoreError(f"the Redis server refuses {verb}: {problem}") from None

    def _read(self, name: bytes, data: bytes) -> Finding:
        try:
            return read_finding(data)
        except (NotStrictJsonError, msgspec.ValidationError) as problem:
            shown = name.decode("utf-8", "replace")
            raise StoreError(
                f"field {shown} of {KEY} is no finding: {problem}",
                f"redis-cli hdel {KEY} {shown}",
            ) from None
