"""Whether a program works: it is tried, since being there says little.

A toolchain's manager leaves programs in the PATH that do nothing but say what is not installed.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import IO, Any

from hanzo_reference.tools.guardian import guardian

# What works begins to speak within this time.
LIMIT_S = 10.0
INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
REQUEST = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE}
# LSP 3.17, Base Protocol: both headers that there are begin so.
HEADER = b"Content-"

Trial = Callable[[Sequence[str], Mapping[str, str]], bool]


class Trials:
    """What was found out in one workspace; each program is tried once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], bool] = {}

    def working(
        self, programs: Sequence[Sequence[str]], trial: Trial, environment: Mapping[str, str]
    ) -> list[str]:
        """Those programs, by their first words, that pass a trial; tried side by side."""
        new = [tuple(words) for words in programs if tuple(words) not in self._found]
        if new:
            with ThreadPoolExecutor(len(new)) as pool:
                results = pool.map(lambda words: trial(words, environment), new)
                self._found.update(zip(new, results, strict=True))
        return [words[0] for words in programs if self._found[tuple(words)]]


def answers(words: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a language server begins to answer ``initialize``. Spec: WS-20."""
    body = json.dumps(REQUEST).encode()
    message = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    deadline = time.monotonic() + LIMIT_S
    with _started(words, environment) as child:
        if child is None or child.stdin is None or child.stdout is None:
            return False
        with suppress(OSError):
            child.stdin.write(message)
        said = b""
        while len(said) < len(HEADER) and (data := _read(child.stdout, deadline)):
            said += data
        return said.startswith(HEADER)


def ends_well(words: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a command ends by itself with status 0. Spec: WS-20."""
    deadline = time.monotonic() + LIMIT_S
    with _started(words, environment) as child:
        if child is None or child.stdin is None or child.stdout is None:
            return False
        child.stdin.close()
        while _read(child.stdout, deadline):
            pass
        with suppress(subprocess.TimeoutExpired):
            return child.wait(max(0.0, deadline - time.monotonic())) == 0
        return False


@contextmanager
def _started(
    words: Sequence[str], environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes] | None]:
    """A process in a group of its own, which does not outlive this; None where there is none."""
    guarding = guardian()
    try:
        with guarding.begins():
            child = subprocess.Popen(
                words,
                cwd="/",
                env={**environment, **guarding.mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
    except OSError:
        yield None
        return
    try:
        with guarding.guards(child.pid):
            yield child
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                stream.close()
        child.wait()


def _read(stream: IO[bytes], deadline: float) -> bytes:
    """What comes next; nothing at the end and when the time is over."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        if selector.select(max(0.0, deadline - time.monotonic())):
            return os.read(stream.fileno(), 4096)
    return b""
