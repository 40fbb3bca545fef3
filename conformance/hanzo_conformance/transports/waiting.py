"""The one wait of all channels: up to a deadline, in slices, and only while the run goes on."""

from __future__ import annotations

import time
from collections.abc import Callable

from hanzo_conformance.transports.channel import Interrupted, Received

# How long a look may take without another one at whether the run is being stopped.
SLICE_S = 0.05


def wait_for(
    look: Callable[[float], Received | None], timeout_s: float, interrupted: Callable[[], bool]
) -> Received:
    """What the first look brings that brings something, or nothing when the time is over.

    ``look`` is given the seconds that it may wait itself, nought for no wait, and is called once
    at least. Raises ``Interrupted``.
    """
    deadline = time.monotonic() + timeout_s
    while True:
        if interrupted():
            raise Interrupted
        left = deadline - time.monotonic()
        received = look(max(0.0, min(left, SLICE_S)))
        if received is not None:
            return received
        if left <= 0:
            return Received([])
