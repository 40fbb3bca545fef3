"""A language server as a process: started once, asked with a time limit, shut down at the end.

The conversation is pygls's; here live the process, its thread and its end. What is asked and how
answers are brought into form is in ``servers``.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.guardian import guardian

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from pygls.lsp.client import LanguageClient

Answer = TypeVar("Answer")
# A server that indexes a project may take its time for the first answer.
TIME_LIMIT_S = 30
SHUTDOWN_S = 2


class Client:
    """One running server; ``capabilities`` are what it answered to ``initialize``.

    Raises ``OSError`` when it cannot be started, and ``TIMEOUT`` as ``ask`` does.
    Spec: CODE-69, CODE-70.
    """

    def __init__(
        self,
        command: Sequence[str],
        root: Path,
        environment: Mapping[str, str],
        time_limit_s: int = TIME_LIMIT_S,
    ) -> None:
        from anyio.from_thread import start_blocking_portal

        self._time_limit_s = time_limit_s
        self._published: dict[str, list[Any]] = {}
        self._opened: dict[str, tuple[int, str]] = {}
        self._pid: int | None = None
        self._drain: asyncio.Task[None] | None = None
        self._news: asyncio.Event | None = None
        self._portals = start_blocking_portal()
        self._portal: BlockingPortal = self._portals.__enter__()
        atexit.register(self.close)
        self._is_open = True
        try:
            self._client: LanguageClient = self._portal.call(
                self._start, command, root, environment
            )
            self.capabilities = self.ask(lambda client: _initialize(client, root))
        except BaseException:
            self.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether it can be asked."""
        return self._is_open and not self._client.stopped

    def ask(self, question: Callable[[LanguageClient], Awaitable[Answer]]) -> Answer:
        """What the server answers; ``TIMEOUT`` with ``seconds`` kills it and its children."""
        try:
            return self._portal.call(self._within_limit, question)
        except TimeoutError:
            self.close()
            seconds = self._time_limit_s
            raise ToolError(
                "TIMEOUT", f"no answer within {seconds} s", {"seconds": seconds}
            ) from None

    def show(self, uri: str, language: str, text: str) -> None:
        """Tell the server what a document reads now."""
        version, before = self._opened.get(uri, (0, None))
        if before == text:
            return
        self._published.pop(uri, None)
        self._opened[uri] = (version + 1, text)
        self._portal.call(self._show, uri, language, version + 1, text)

    def diagnostics(self, uri: str) -> list[Any]:
        """What the server says is wrong in a document that it was shown, once it has said it."""

        async def told(_: LanguageClient) -> list[Any]:
            while uri not in self._published:
                news = self._news = asyncio.Event()
                await news.wait()
            return self._published[uri]

        return self.ask(told)

    def close(self) -> None:
        """Shut the server down, and kill it where that takes too long."""
        if not self._is_open:
            return
        self._is_open = False
        atexit.unregister(self.close)
        try:
            self._portal.call(self._stop)
        finally:
            self._portals.__exit__(None, None, None)

    async def _start(
        self, command: Sequence[str], root: Path, environment: Mapping[str, str]
    ) -> LanguageClient:
        from lsprotocol.types import TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, WINDOW_LOG_MESSAGE
        from pygls.lsp.client import LanguageClient

        client = LanguageClient("hanzo-reference", "1.0.0")

        # pygls has types, and none on this decorator.
        @client.feature(TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def told(params: Any) -> None:
            self._published[params.uri] = list(params.diagnostics)
            if self._news is not None:
                self._news.set()

        @client.feature(WINDOW_LOG_MESSAGE)  # type: ignore[untyped-decorator]
        def logged(_: Any) -> None:
            """What a server tells its own developers."""

        # It is there before what it guards: this program may be ended while it begins.
        guarding = guardian()
        marked = {**environment, **guarding.mark}
        with guarding.begins():
            await client.start_io(*command, cwd=str(root), env=marked, start_new_session=True)
        # Private in pygls, which neither reads what a server says on the side nor tells its id.
        server = client._server  # noqa: SLF001 - pygls keeps it to itself
        if server is not None and server.stderr is not None:
            self._pid = server.pid
            # Where this program has no time to shut it down, somebody else does.
            guarding.add(server.pid)
            self._drain = asyncio.create_task(_drained(server.stderr))
        return client

    async def _within_limit(
        self, question: Callable[[LanguageClient], Awaitable[Answer]]
    ) -> Answer:
        return await asyncio.wait_for(question(self._client), self._time_limit_s)

    async def _show(self, uri: str, language: str, version: int, text: str) -> None:
        from lsprotocol import types

        if version == 1:
            item = types.TextDocumentItem(uri, language, version, text)
            self._client.text_document_did_open(types.DidOpenTextDocumentParams(item))
            return
        named = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self._client.text_document_did_change(types.DidChangeTextDocumentParams(named, [whole]))

    async def _stop(self) -> None:
        client = getattr(self, "_client", None)
        if client is None:
            return
        with suppress(Exception):
            # Whatever goes wrong here, the process group is killed below.
            await asyncio.wait_for(client.shutdown_async(None), SHUTDOWN_S)
            client.exit(None)
            await asyncio.wait_for(_ended(client), SHUTDOWN_S)
        if self._pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._pid, signal.SIGKILL)
            guardian().remove(self._pid)
        await client.stop()
        if self._drain is not None:
            await self._drain


async def _initialize(client: LanguageClient, root: Path) -> Any:
    from lsprotocol import types

    uri = root.as_uri()
    documents = types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.PlainText]),
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(),
    )
    answer = await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(text_document=documents),
            process_id=os.getpid(),
            root_uri=uri,
            workspace_folders=[types.WorkspaceFolder(uri, root.name)],
        )
    )
    client.initialized(types.InitializedParams())
    return answer.capabilities


async def _ended(client: LanguageClient) -> None:
    # pygls tells by a flag only.
    while not client.stopped:  # noqa: ASYNC110 - the library has no event for it
        await asyncio.sleep(0.01)


async def _drained(stream: asyncio.StreamReader) -> None:
    while await stream.read(65536):
        pass
