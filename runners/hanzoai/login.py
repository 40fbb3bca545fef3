"""One run of ``HanzoAuth.login_with_pkce`` in a world that the adapter supplies.

The build has its code flow in this one method, with the handling of the callback inside it. Here
stands what the method reaches for outside of itself: the browser, the socket on which the callback
arrives, the token endpoint, the file of credentials, and the value of ``state``, which the flow
draws at random and a request of ours prescribes. Everything in between is the build's.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import io
import tempfile
from http.server import BaseHTTPRequestHandler
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch
from urllib.parse import parse_qs, quote

import httpx
from hanzoai import auth

# A browser escapes what may not stand in a request line and leaves ASCII punctuation as it is.
KEPT_BY_A_BROWSER = "!#$%&'()*+,-./:;=?@[\\]^_`{|}~"


class Finished(NamedTuple):
    """What a flow that succeeded sent to the token endpoint as the code, and what it got there."""

    code: str
    tokens: auth.OAuthTokenSet


def run(query: str, state: str, status: int, body: str) -> Finished:
    """Log in: the callback brings ``query``, the token endpoint answers ``status`` and ``body``.

    Raises whatever the build raises.
    """
    sent: list[httpx.Request] = []

    def endpoint(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        headers = {"Content-Type": "application/json"}
        return httpx.Response(status, content=body.encode(), headers=headers)

    client = functools.partial(httpx.AsyncClient, transport=httpx.MockTransport(endpoint))
    with contextlib.ExitStack() as world:
        home = world.enter_context(tempfile.TemporaryDirectory(prefix="hanzoai-login-"))
        store = functools.partial(auth.OAuthCredentialStore, config_home=home)
        supplied = {
            "generate_state": lambda: state,
            "HTTPServer": functools.partial(_CallbackServer, query),
            "OAuthCredentialStore": store,
            "httpx": SimpleNamespace(AsyncClient=client),
            "webbrowser": SimpleNamespace(open=lambda _url: True),
        }
        for name, value in supplied.items():
            world.enter_context(patch.object(auth, name, value))
        # The build prints the address for people to open.
        world.enter_context(contextlib.redirect_stdout(io.StringIO()))
        tokens = asyncio.run(auth.HanzoAuth().login_with_pkce())
    code = parse_qs(sent[0].content.decode(), keep_blank_values=True)["code"][0]
    return Finished(code, tokens)


class _Connection:
    """The browser's end of a connection: one request, and an answer that nobody reads."""

    def __init__(self, query: str) -> None:
        target = f"/callback?{quote(query, safe=KEPT_BY_A_BROWSER)}"
        self._request = f"GET {target} HTTP/1.0\r\n\r\n".encode("ascii")

    def makefile(self, _mode: str, _size: int = -1) -> io.BytesIO:
        return io.BytesIO(self._request)

    def sendall(self, _data: bytes) -> None:
        pass


class _CallbackServer:
    """Stands where the flow opens ``http.server.HTTPServer``, and delivers one request."""

    def __init__(
        self, query: str, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]
    ) -> None:
        self._query = query
        self._address = address
        self._handler = handler

    def handle_request(self) -> None:
        # The handler serves its request while it is constructed. It wants a socket and a server,
        # of which it uses what these two have.
        self._handler(_Connection(self._query), self._address, self)  # type: ignore[arg-type]

    def server_close(self) -> None:
        pass
