"""The cases of net: URLs and requests, answers, redirects, downloads."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.net.cases import answers, downloads, framing, redirects, requests

FLAGS = {
    "credentials-leaked": Flag(
        "what was meant for one reader sent to or shown to another", security=True
    ),
    "decoded-body": Flag("bytes of a body decoded, repaired or cut"),
    "injection": Flag(
        "text that leaves its place and becomes a header, a request or another host",
        "https://cwe.mitre.org/data/definitions/113.html",
        security=True,
    ),
    "joined-headers": Flag("lines of one name joined, overwritten or reordered"),
    "lost-body": Flag("a body lost or sent again in a redirect"),
    "outside": Flag("a file written outside of the workspace", security=True),
    "partial-file": Flag("part of a file left behind by a download that failed"),
    "repaired-url": Flag(
        "a URL that is trimmed, escaped or completed instead of refused",
        "https://claroty.com/team82/research/exploiting-url-parsing-confusion",
    ),
    "scheme": Flag("other schemes than http and https followed", security=True),
    "smuggling": Flag(
        "an end or a head found where another reader finds none",
        "https://cwe.mitre.org/data/definitions/444.html",
        security=True,
    ),
    "unbounded": Flag("no limit of size, time or number"),
}


def cases() -> Iterator[Case]:
    """Every case, those without a server first."""
    yield from requests.action_cases()
    yield from requests.url_cases()
    yield from requests.header_cases()
    yield from requests.body_cases()
    yield from answers.sent_cases()
    yield from answers.answered_cases()
    yield from answers.limit_cases()
    yield from framing.framing_cases()
    yield from redirects.followed_cases()
    yield from redirects.refused_cases()
    yield from downloads.kept_cases()
    yield from downloads.refused_cases()
    yield from downloads.open_cases()
