"""The yardstick: write requests to an adapter, read its answers, look at nothing."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

# As many requests on their way as the harness allows itself would slow the yardstick down; it
# keeps the pipe full instead.
BLOCK = 1 << 16


def seconds_for(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], handshake: bytes,
    requests: bytes,
) -> float:  # fmt: skip
    """Wall seconds from the start of the process to the last answer read, as a run has them too."""
    expected = requests.count(b"\n")
    begun = time.perf_counter()
    # The command is that of a manifest.
    child = subprocess.Popen(
        list(command),
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    source, sink = child.stdout.fileno(), child.stdin.fileno()
    os.write(sink, handshake)
    answer = b""
    while not answer.endswith(b"\n"):
        answer += os.read(source, BLOCK)
    os.set_blocking(sink, False)
    view, seen = memoryview(requests), 0
    poll = select.poll()
    poll.register(source, select.POLLIN)
    poll.register(sink, select.POLLOUT)
    while seen < expected:
        for number, _ in poll.poll():
            if number == source:
                seen += os.read(source, BLOCK).count(b"\n")
            elif view:
                view = view[os.write(sink, view[:BLOCK]) :]
            else:
                poll.unregister(sink)
    spent = time.perf_counter() - begun
    child.stdin.close()
    child.wait()
    return spent
