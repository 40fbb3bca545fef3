"""The hooks of a session that names implementations."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.pytest_plugin.items import (
    BaselineItem,
    VectorFile,
    VectorItem,
    harmless,
    looks_like_vectors,
    told,
)
from hanzo_conformance.pytest_plugin.judging import Judging
from hanzo_conformance.values.errors import STATED_ERRORS, BuildError

# What a report says beside pytest's own: the implementation, and whether it was held to the vector.
HELD = "hanzo_held"


class TakingPart:
    """Registered by ``pytest_configure`` when ``--hanzo-impl`` is given."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._held: dict[str, bool] = {}
        contain = config.getoption("hanzo_contain")
        try:
            self._judging = Judging(
                config.getoption("hanzo_impl"),
                config.invocation_params.dir,
                config.getoption("hanzo_timeout"),
                strict=config.getoption("hanzo_strict"),
                require=config.getoption("hanzo_require"),
                contain=Contain(contain) if contain else None,
            )
        except STATED_ERRORS as problem:
            raise pytest.UsageError(told(problem)) from None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> VectorFile | None:
        """Vector files, by what they say of themselves."""
        if not looks_like_vectors(file_path):
            return None
        file: VectorFile = VectorFile.from_parent(parent, path=file_path)
        file.judging = self._judging
        return file

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Behind what was selected: the baselines that it is judged by."""
        parents = {item.parent.name: item.parent for item in items if isinstance(item, VectorItem)}
        for name, parent in parents.items():
            path = self._judging.baseline(name)
            if path is not None:
                items.append(BaselineItem.from_parent(parent, name=path.name))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Make the builds that the selected items need, once and where it can be seen."""
        if any(isinstance(item, VectorItem) for item in session.items):
            self._prepare()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Under xdist do it before the workers start: they have nowhere to tell of it."""
        distributing = getattr(self._config.option, "dist", "no") != "no"
        if distributing and not hasattr(self._config, "workerinput"):
            self._prepare()

    def _prepare(self) -> None:
        if self._config.option.collectonly:
            return
        try:
            self._judging.prepare(self._tell_of_build)
        except STATED_ERRORS as problem:
            said = problem.tail.rstrip().split("\n") if isinstance(problem, BuildError) else []
            tail = "".join(f"{harmless([f'  | {line}'])}\n" for line in said)
            raise pytest.UsageError(f"{tail}{told(problem)}") from None

    def _tell_of_build(self, name: str, command: list[str]) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line(harmless([f"{name}: building: {' '.join(command)}"]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Look one vector ahead: what is wrong after an answer shows with the next."""
        if isinstance(item, VectorItem):
            item.following = None
            if isinstance(nextitem, VectorItem) and nextitem.parent.name == item.parent.name:
                item.following = nextitem.vector

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """The time of a vector is what its own answer took.

        What it shows of its implementation goes with it, from a worker of xdist, too.
        """
        report = yield
        if isinstance(item, VectorItem) and call.when == "call":
            vars(report)[HELD] = [item.parent.name, item.held]
        if isinstance(item, VectorItem) and item.result is not None and call.when == "call":
            report.duration = item.result.ms / 1000
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether an implementation was held to anything."""
        name, held = vars(report).get(HELD, (None, False))
        if name is not None:
            self._held[name] = self._held.get(name, False) or held

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tests that were all skipped, or do not count, are no reason to be green.

        Nor is a session in which there was no vector. Only who names some tests, and no
        implementation beside them, wants no others.
        """
        words = list(map(str, self._config.invocation_params.args))
        asked = any(word.startswith("--hanzo-impl") for word in words)
        part = self._config.args_source is pytest.Config.ArgsSource.ARGS and not asked
        if session.exitstatus == pytest.ExitCode.OK and self._unheld(whole=not part):
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say why the session is not green."""
        for name in self._unheld(whole=True):
            what = f"{name}: no vector passed or failed that counts: nothing here is green for it"
            terminalreporter.write_line(harmless([what]), red=True)

    def _unheld(self, *, whole: bool) -> list[str]:
        """Who was held to nothing; with ``whole`` also those to whom nothing was put."""
        if self._config.option.collectonly or hasattr(self._config, "workerinput"):
            return []
        names = self._judging.names if whole else self._held
        return [name for name in names if not self._held.get(name)]

    def pytest_unconfigure(self) -> None:
        """Leave no process, however the session ended."""
        self._judging.close()
