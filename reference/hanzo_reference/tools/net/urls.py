"""URLs of the web: which ones are accepted, their normal form, and where a redirect leads.

The grammar is that of RFC 3986 and nothing is repaired, apart from what servers put into Location.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DEFAULT_PORTS = {"http": 80, "https": 443}
# RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
# RFC 3986 §3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
CHARACTER = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
# RFC 3986 §3.2: [ userinfo "@" ] host [ ":" port ], here without userinfo; names of hosts without
# escapes, which no resolver knows.
AFTER_SCHEME = re.compile(
    r"//(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{1,5}))?"
    rf"(?P<path>(?:/{CHARACTER}*)?)(?:\?(?P<query>(?:{CHARACTER}|\?)*))?"
    rf"(?:#(?:{CHARACTER}|\?)*)?\Z"
)
# RFC 3986, appendix B, for what stands in Location.
REFERENCE = re.compile(
    r"(?:(?P<scheme>[^:/?#]+):)?(?://(?P<authority>[^/?#]*))?(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#.*)?\Z",
    re.DOTALL,
)
# What may stand in a URI at all (RFC 3986 §2), with the percent sign.
URI_CHARACTERS = frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%"
)


class UrlError(ValueError):
    """Text that is no URL of the web."""


class SchemeError(ValueError):
    """A URL of another scheme than http and https; ``scheme`` is in lower case."""

    def __init__(self, scheme: str) -> None:
        super().__init__(f"{scheme} is neither http nor https")
        self.scheme = scheme


@dataclass(frozen=True)
class Url:
    """An http or https URL; ``host`` is in lower case, ``target`` is path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Host and port as they stand in a URL: no port where it is the scheme's own."""
        own = DEFAULT_PORTS[self.scheme] == self.port
        return self.host if own else f"{self.host}:{self.port}"

    @property
    def origin(self) -> tuple[str, str, int]:
        """Who answers: what credentials are for."""
        return (self.scheme, self.host, self.port)

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def parse(text: str) -> Url:
    """The URL that a text is; raises ``UrlError`` or ``SchemeError``.

    Spec: NET-1 to NET-5.
    """
    scheme = SCHEME.match(text)
    if scheme is None:
        raise UrlError("there is no scheme")
    name = scheme[1].lower()
    if name not in DEFAULT_PORTS:
        raise SchemeError(name)
    match = AFTER_SCHEME.match(text, scheme.end())
    if match is None:
        raise UrlError("this is no URL")
    port = DEFAULT_PORTS[name] if match["port"] is None else int(match["port"])
    if not 1 <= port <= 65535:
        raise UrlError(f"there is no port {port}")
    query = "" if match["query"] is None else f"?{match['query']}"
    path = without_dot_segments(match["path"]) or "/"
    return Url(name, match["host"].lower(), port, path + query)


def redirect_target(source: Url, location: bytes) -> Url:
    """Where a Location leads from a URL; raises ``UrlError`` or ``SchemeError``.

    RFC 3986 §5.2.2. Octets that no URI has are escaped first, as browsers do.
    Spec: NET-24, NET-26.
    """
    text = "".join(chr(byte) if byte in URI_CHARACTERS else f"%{byte:02X}" for byte in location)
    match = REFERENCE.match(text)
    if match is None or match["scheme"] is not None:
        return parse(text)
    query = "" if match["query"] is None else f"?{match['query']}"
    if match["authority"] is not None:
        return parse(f"{source.scheme}://{match['authority']}{match['path']}{query}")
    base_path, mark, base_query = source.target.partition("?")
    if match["path"] == "":
        path, query = base_path, query or mark + base_query
    elif match["path"].startswith("/"):
        path = match["path"]
    else:
        path = base_path.rpartition("/")[0] + "/" + match["path"]
    return parse(f"{source.scheme}://{source.authority}{path}{query}")


def without_dot_segments(path: str) -> str:
    """An absolute path with ``.`` and ``..`` resolved, never above its root (RFC 3986 §5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")
    for index, segment in enumerate(segments):
        is_last = index == len(segments) - 1
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
            continue
        if is_last:
            kept.append("")
    return "/".join(kept)
