"""A language server whose answers are known: what tests of the tool code start instead of a real one.

``HANZO_SCRIPT`` in its environment says how it behaves: ``deaf`` never answers questions, ``bare``
can do nothing but diagnostics. It writes its process id to ``started`` in its folder, a line for
each start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

SCRIPT = os.environ.get("HANZO_SCRIPT", "")
server = LanguageServer("scripted", "1.0")


def main() -> None:
    """Answer on standard input and output until it ends."""
    with Path("started").open("a", encoding="utf-8") as log:
        log.write(f"{os.getpid()}\n")
    # More than a pipe holds: whoever does not read this never gets an answer.
    sys.stderr.write("noise\n" * 50_000)
    sys.stderr.flush()
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(opened)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(opened)
    if SCRIPT != "bare":
        server.feature(types.TEXT_DOCUMENT_DEFINITION)(definition)
        server.feature(types.TEXT_DOCUMENT_REFERENCES)(references)
        server.feature(types.TEXT_DOCUMENT_HOVER)(hover)
        server.feature(types.TEXT_DOCUMENT_COMPLETION)(completion)
        server.feature(types.TEXT_DOCUMENT_RENAME)(rename)
        server.feature(types.TEXT_DOCUMENT_FORMATTING)(formatting)
    server.start_io()


def extent(line: int, start: int, end: int) -> types.Range:
    """A range on one line."""
    return types.Range(types.Position(line, start), types.Position(line, end))


def opened(params: Any) -> None:
    """Say that the first character is wrong, and how long the document is."""
    uri = params.text_document.uri
    length = len(server.workspace.get_text_document(uri).source)
    wrong = types.Diagnostic(
        extent(0, 0, 1), f"{length} characters", severity=types.DiagnosticSeverity.Warning
    )
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, [wrong]))


def definition(params: types.DefinitionParams) -> list[types.Location]:
    """The first three characters, and a place that is nobody's business."""
    if SCRIPT == "deaf":
        child = subprocess.Popen(["sleep", "60"])
        Path("child").write_text(str(child.pid), encoding="utf-8")
        time.sleep(60)
    uri = params.text_document.uri
    outside = types.Location("file:///etc/hosts", extent(0, 0, 1))
    return [types.Location(uri, extent(0, 0, 3)), outside]


def references(params: types.ReferenceParams) -> list[types.Location]:
    """The place itself and the first line."""
    uri = params.text_document.uri
    line, col = params.position.line, params.position.character
    here = types.Location(uri, extent(line, col, col + 1))
    return [here, types.Location(uri, extent(0, 4, 5)), here]


def hover(params: types.HoverParams) -> types.Hover:
    """Two lines."""
    del params
    contents = types.MarkupContent(types.MarkupKind.PlainText, "one\n  two")
    return types.Hover(contents, extent(0, 4, 5))


def completion(params: types.CompletionParams) -> types.CompletionList:
    """Three names, not in order."""
    del params
    names = ["beta", "alpha", "alps"]
    return types.CompletionList(is_incomplete=False, items=[types.CompletionItem(n) for n in names])


def rename(params: types.RenameParams) -> types.WorkspaceEdit:
    """A new name for what stands in columns 4 and 5 of the first line."""
    edit = types.TextEdit(extent(0, 4, 5), params.new_name)
    return types.WorkspaceEdit(changes={params.text_document.uri: [edit]})


def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """One more line at the start."""
    del params
    return [types.TextEdit(extent(0, 0, 0), "# formatted\n")]


if __name__ == "__main__":
    main()
