"""Requests as data: which parameters make one, and what is left of it after a redirect."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from hanzo_reference.envelope import ToolError, invalid_params
from hanzo_reference.envelope.violation import Violation, below
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.net.urls import SchemeError, Url, UrlError, parse

# RFC 9110 §5.6.2: token = 1*tchar
TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+\Z")
# RFC 9110 §5.5 without obs-text: visible characters, and spaces and tabs between them.
VALUE = re.compile(r"(?:[!-~]+(?:[ \t]+[!-~]+)*)?\Z")
# They say where a message ends and how the connection is used, which nobody may contradict.
RESERVED = {
    "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
}  # fmt: skip
# What is sent where the caller says nothing else; identity: bytes are answered as they come.
DEFAULTS = {"accept": "*/*", "accept-encoding": "identity", "user-agent": "hanzo-net/1.0"}
CREDENTIALS = {"authorization", "cookie", "proxy-authorization"}
OF_BODY = {"content-encoding", "content-language", "content-location", "content-type"}
BODILESS = {"GET", "HEAD"}
REDIRECTS = {301, 302, 303, 307, 308}


@dataclass(frozen=True)
class Request:
    """What is asked of a server; headers have their names in lower case."""

    method: str
    url: Url
    headers: Mapping[str, str]
    body: bytes

    def complete_headers(self) -> list[tuple[str, str]]:
        """The headers as they are sent. Spec: NET-11, NET-12."""
        length: dict[str, str] = {}
        if self.body or self.method not in {*BODILESS, "DELETE", "OPTIONS"}:
            length = {"content-length": str(len(self.body))}
        own = {"host": self.url.authority, "connection": "close"}
        return list({**own, **DEFAULTS, **length, **self.headers}.items())

    def encode(self) -> bytes:
        """The bytes that are sent (RFC 9112 §2.1)."""
        lines = [f"{self.method} {self.url.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in self.complete_headers()]
        return "\r\n".join([*lines, "", ""]).encode("ascii") + self.body


def request_from(
    method: str,
    url: str,
    headers: Mapping[str, str] | None,
    body: str | None = None,
    body_b64: str | None = None,
    further: Iterable[Violation] = (),
) -> Request:
    """The request that parameters describe.

    ``INVALID_PARAMS`` with all violations, ``further`` ones too; ``UNSUPPORTED`` with the scheme.
    Spec: NET-1 to NET-10.
    """
    broken = [*_url(url), *_headers(headers or {}), *_body(method, body, body_b64), *further]
    if broken:
        raise invalid_params(sorted(broken))
    content = body.encode() if body is not None else base64.b64decode(body_b64 or "")
    named = {name.lower(): value for name, value in (headers or {}).items()}
    return Request(method, web_url(url), named, content)


def web_url(text: str) -> Url:
    """A URL that has been judged; ``UNSUPPORTED`` for another scheme. Spec: NET-2."""
    try:
        return parse(text)
    except SchemeError as problem:
        raise other_scheme(problem) from None
    except UrlError:
        raise violation("/url", "url", "no URL") from None


def other_scheme(problem: SchemeError) -> ToolError:
    """The refusal of a URL that is not of the web."""
    return ToolError("UNSUPPORTED", str(problem), {"scheme": problem.scheme})


def redirected(request: Request, status: int, target: Url) -> Request:
    """The request that a redirect asks for. Spec: NET-21 to NET-23."""
    following = replace(request, url=target)
    # RFC 9110 §15.4: a POST becomes a GET by custom after 301 and 302; after 303 everything does.
    becomes_get = status == 303 and request.method not in BODILESS
    if becomes_get or (status in {301, 302} and request.method == "POST"):
        following = replace(
            following, method="GET", body=b"", headers=_without(following.headers, OF_BODY)
        )
    if target.origin != request.url.origin:
        following = replace(following, headers=_without(following.headers, CREDENTIALS))
    return following


def _without(headers: Mapping[str, str], names: set[str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in names}


def _url(text: str) -> Iterator[Violation]:
    try:
        parse(text)
    except SchemeError:
        return
    except UrlError:
        yield Violation("/url", "url")


def _headers(headers: Mapping[str, str]) -> Iterator[Violation]:
    lowered = [name.lower() for name in headers if TOKEN.match(name)]
    for name, value in headers.items():
        place = below("/headers", name)
        if not TOKEN.match(name):
            yield Violation(place, "header-name")
        elif name.lower() in RESERVED:
            yield Violation(place, "header-reserved")
        elif lowered.count(name.lower()) > 1:
            yield Violation(place, "header-twice")
        if not VALUE.match(value):
            yield Violation(place, "header-value")


def _body(method: str, body: str | None, body_b64: str | None) -> Iterator[Violation]:
    for place, value in (("/body", body), ("/body_b64", body_b64)):
        if value is not None and method in BODILESS:
            yield Violation(place, "method")
    if body_b64 is None:
        return
    if body is not None:
        yield Violation("/body_b64", "exclusive")
    try:
        canonical = base64.b64encode(base64.b64decode(body_b64, validate=True)).decode()
    except (binascii.Error, ValueError):
        canonical = None
    if canonical != body_b64:
        yield Violation("/body_b64", "base64")
