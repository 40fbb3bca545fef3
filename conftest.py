"""Settings for all tests."""

import os
import signal

import pytest
from hypothesis import settings

# The machine may be busy; how long an example takes says nothing about what is tested.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# A run inside a workflow annotates it and adds to its summary; no test does so by accident.
os.environ.pop("GITHUB_ACTIONS", None)
# Nor does one ask of the machine what a run in CI asks.
os.environ.pop("CI", None)

# Who starts the tests in the background may have them ignore signals, which programs inherit.
for _number in (signal.SIGHUP, signal.SIGQUIT):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest: workers that share the tests then end at the same time."""
    items.sort(key=lambda item: item.get_closest_marker("lengthy") is None)
