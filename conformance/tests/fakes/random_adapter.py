"""An adapter drawn by lot, as a process. Usage: ``random_adapter.py BEGINNING ENDING``."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

# It is started in a folder that has nothing to do with this one.
sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes.behaviours import ENDINGS, Action, actions_for


def act(action: Action) -> None:
    match action:
        case ("write", data):
            put(data)
        case ("pause", seconds):
            time.sleep(seconds)
        case ("exit", status):
            os._exit(status)
        case ("kill",):
            os.kill(os.getpid(), signal.SIGKILL)
        case ("hang",):
            time.sleep(3600)
        case ("close",):
            os.close(1)
        case ("repeat", data, seconds):
            threading.Thread(target=repeat, args=(data, seconds), daemon=True).start()


def repeat(data: bytes, seconds: float) -> None:
    while True:
        put(data)
        time.sleep(seconds)


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def main(beginning: str, ending: str) -> None:
    for line in sys.stdin.buffer:
        for action in actions_for(line, beginning):
            act(action)
    for action in ENDINGS[ending]:
        act(action)


if __name__ == "__main__":
    main(*sys.argv[1:])
