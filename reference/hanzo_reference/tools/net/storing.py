"""A file that comes to be whole or not at all, and never in the place of another."""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import path_from_uri
from hanzo_reference.tools.workspace import Workspace


class NewFile:
    """A file under way; without ``keep`` nothing is left of it.

    ``PERMISSION_DENIED`` when made, ``EXISTS`` or ``NOT_FOUND`` by ``with``, each with the URI as
    it was given.
    Spec: NET-33 to NET-37.
    """

    def __init__(self, workspace: Workspace, uri: str) -> None:
        self.size = 0
        self._workspace = workspace
        self._asked = uri
        self._path = workspace.locate(uri)
        self.uri = workspace.uri(self._path)
        self._digest = hashlib.sha256()
        self._open = ExitStack()

    @property
    def hash(self) -> str:
        """The hash of what was written."""
        return f"sha256:{self._digest.hexdigest()}"

    def __enter__(self) -> Self:
        # A link at this place is something, wherever it leads.
        if os.path.lexists(path_from_uri(self._asked)):
            raise self._refusal("EXISTS")
        try:
            self._folder, self._name = self._open.enter_context(
                self._workspace.folder_of(self._path)
            )
            self._spare = f".{secrets.token_hex(8)}.part"
            number = os.open(
                self._spare,
                os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW,
                0o666,
                dir_fd=self._folder,
            )
        except (FileNotFoundError, NotADirectoryError):
            self._open.close()
            raise self._refusal("NOT_FOUND") from None
        except PermissionError:
            self._open.close()
            raise self._refusal("PERMISSION_DENIED") from None
        self._open.callback(self._discard)
        self._stream = self._open.enter_context(open(number, "wb"))  # noqa: PTH123 - a descriptor
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def write(self, chunk: bytes) -> None:
        """Add bytes."""
        self._digest.update(chunk)
        self.size += len(chunk)
        self._stream.write(chunk)

    def keep(self) -> None:
        """Give the file its name; ``EXISTS`` if somebody was faster."""
        self._stream.flush()
        try:
            # A link is made only where nothing is, which a rename does not promise.
            os.link(
                self._spare, self._name, src_dir_fd=self._folder, dst_dir_fd=self._folder,
                follow_symlinks=False,
            )  # fmt: skip
        except FileExistsError:
            raise self._refusal("EXISTS") from None

    def _discard(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._spare, dir_fd=self._folder)

    def _refusal(self, code: str) -> ToolError:
        return ToolError(code, f"{self._asked}: {code}", {"uri": self._asked})
