"""The cases of the client: lines, messages, sessions, lists, calls, exchanges, streams."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_client.cases import (
    calls,
    exchanges,
    lines,
    listings,
    messages,
    sessions,
    streams,
)
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "body": Flag("A message that every implementation writes in its own way."),
    "cache": Flag("Tools that are given although they may have changed, or fetched twice."),
    "cancel": Flag("A notification that calls off what must not be called off."),
    "capability": Flag("A server asked for what it has not stated."),
    "clock": Flag("A clock that is set back, and somebody who waits the longer for it."),
    "cursor": Flag("Pages left out, or asked for without end."),
    "cut": Flag("Chunks taken for messages, and half a message for a whole one."),
    "end": Flag("Somebody who waits for ever, or is answered, after the end."),
    "expiry": Flag("A session that is gone, and calls that are made twice for it."),
    "foreign-answer": Flag("An answer given to somebody who did not ask for it.", security=True),
    "headers": Flag("Headers of which the wrong one counts."),
    "late": Flag("Answers that come too late, and limits that are off by one."),
    "lax-json": Flag("What some parsers take for JSON, each in its own way."),
    "line-end": Flag("Characters that some languages take for the end of a line, or do not."),
    "listen": Flag("A server that says nothing by itself, taken for a broken one."),
    "media-type": Flag("A body read as something that it does not say it is."),
    "message-shape": Flag("Values taken for messages, or messages for something else."),
    "not-connected": Flag("A server asked before it has been greeted, or after the end."),
    "numbers": Flag("Numbers that are read inexactly, or compared by their spelling."),
    "output": Flag("A tool's answer of which a part is lost."),
    "resume": Flag("A stream that is asked for again without end, or from the wrong place."),
    "server-request": Flag("A server's request that nobody answers."),
    "session": Flag("A session that requests do not bear, or the wrong ones."),
    "shadow": Flag("A tool that takes another one's name.", security=True),
    "shape": Flag("A result that is guessed at."),
    "status": Flag("A status that is overlooked, or a redirect that is followed."),
    "stray": Flag("Events of an exchange that is over."),
    "stream": Flag("Events read as messages that are none, or the other way round."),
    "unbounded": Flag("A server that babbles fills the memory."),
    "version": Flag("A server that speaks another language than the client."),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from lines.cases()
    yield from messages.cases()
    yield from sessions.cases()
    yield from listings.cases()
    yield from calls.cases()
    yield from exchanges.cases()
    yield from streams.cases()
