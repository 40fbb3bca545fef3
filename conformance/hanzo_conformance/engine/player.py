"""Puts vectors of either kind one at a time: scenarios, and plain vectors that are in question."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanzo_conformance.engine.conversation import Conversation, Fault
from hanzo_conformance.engine.ledger import Ledger
from hanzo_conformance.engine.question import Judge
from hanzo_conformance.engine.scenario import Scene
from hanzo_conformance.transports.channel import Sharing
from hanzo_vectors.stage_root import remove_root
from hanzo_vectors.vector import Question


class Player:
    """Results go to the ledger, of which the latest ``keep`` stay in reach; see ``Worker``.

    Scenarios are laid out in ``root``, or, where that is ``apart``, in a new folder of it each.
    """

    def __init__(
        self,
        name: str,
        sharing: Sharing,
        ledger: Ledger,
        judge: Judge,
        keep: int,
        root: Path | None,
        *,
        apart: bool = False,
    ) -> None:
        self._name = name
        self._sharing = sharing
        self._ledger = ledger
        self._judge = judge
        self._keep = keep
        self._root = root
        self._apart = apart
        self._count = 0

    def put(self, conversation: Conversation, queue: deque[Question]) -> Fault | None:
        """Put each when the one before it has been judged.

        A fault leaves in the queue what had not been asked by then.
        """
        while queue:
            vector = queue.popleft()
            if vector.scenario is None:
                one = deque([vector])
                fault, begun = conversation.converse(one, 1), not one
            else:
                fault, begun = self._play(conversation, vector)
            if fault is not None:
                if not begun:
                    queue.appendleft(vector)
                return fault
        # What came with the handshake is looked at, also where there was nothing to put.
        return conversation.converse(queue, 1)

    def _play(self, conversation: Conversation, vector: Question) -> tuple[Fault | None, bool]:
        """The fault, if there is one, and whether anything of the vector was asked."""
        with self._place() as root:
            scene = Scene(self._name, vector, conversation, self._judge, root, self._sharing)
            found = scene.play()
        if isinstance(found, Fault):
            return found, scene.begun
        self._ledger.decide(found)
        self._ledger.release(self._keep)
        self._ledger.foretell()
        return None, True

    @contextmanager
    def _place(self) -> Iterator[Path | None]:
        if self._root is None or not self._apart:
            yield self._root
            return
        self._count += 1
        place = self._root / str(self._count)
        place.mkdir()
        try:
            yield place
        finally:
            remove_root(place)
