"""Cases of how suites are chosen and run, of runs in the background, and of refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, from_step, invalid, refused
from hanzo_reference.tools.test.cases import recordings
from hanzo_reference.tools.test.cases.words import (
    ENV,
    OPEN,
    PAGE,
    played,
    printing,
    program,
    ran,
    report,
    saying,
    single,
    suite_of,
    writing,
)

PASSING = {
    "pytest": (recordings.PYTEST_PASSING, (3, 0, 0)),
    "cargo": (recordings.CARGO_PASSING, (1, 0, 1)),
    "node": (recordings.NODE_PASSING, (1, 0, 0)),
}
EMPTY = {"text": ""}
TWO = {"pytest.ini": EMPTY, "a/Cargo.toml": EMPTY}


def cases() -> Iterator[Case]:
    """Every case of asking."""
    yield from _commands()
    yield from _choices()
    yield from _background()
    yield from _refusals()


def _commands() -> Iterator[Case]:
    # The report's file is the run's own, and no two are the same.
    pytest = [
        "--verbosity=0", "--color=no", "--tb=short", "--rootdir=.", "-o", "junit_family=xunit1",
        "-o", "junit_logging=no", "--junit-prefix=", "--junit-xml=FILE",
    ]  # fmt: skip
    cargo = ["test", "--no-fail-fast", "--color=never"]
    node = ["--test", "--test-reporter=tap"]
    chosen: dict[str, Any] = {"filter": "a b", "parallel": 3}
    for slug, runner, requirement, params, words in (
        ("pytest", "pytest", "TEST-13", {}, pytest),
        ("pytest-chosen", "pytest", "TEST-13", chosen, [*pytest, "-n", "3", "-k", "a b"]),
        ("pytest-one-at-a-time", "pytest", "TEST-13", {"parallel": 1}, pytest),
        ("cargo", "cargo", "TEST-14", {}, cargo),
        ("cargo-chosen", "cargo", "TEST-14", chosen, [*cargo, "--", "a b", "--test-threads=3"]),
        ("node", "node", "TEST-15", {}, node),
        ("node-chosen", "node", "TEST-15", chosen,
         [*node, "--test-concurrency=3", "--test-name-pattern=a b"]),
    ):  # fmt: skip
        output, counts = PASSING[runner]
        words_told = "printf '%s\\n' \"$@\" | sed 's|=/.*\\.xml$|=FILE|' > words.txt\n"
        yield played(
            f"words-{slug}", "The runner is given these words and no others", requirement,
            ran(report("passed", counts, suite=runner), **params),
            files=suite_of(runner, saying(runner, output, before=words_told)),
            after={"words.txt": {"text": "".join(f"{word}\n" for word in words)}},
            anchor=f"{PAGE}; decision {requirement}",
        )  # fmt: skip


def _choices() -> Iterator[Case]:
    folder = 'test "$(cat here.txt)" = a || exit 9\n'
    text = f"{folder}cat <<'END'\n{recordings.CARGO_PASSING}END\n"
    both = {**TWO, "a/here.txt": {"text": "a\n"}, "bin/cargo": program(text)}
    yield played(
        "one-of-several", "A suite is run by its name, in its folder", "TEST-9 TEST-25",
        ran(report("passed", (1, 0, 1), suite="cargo:a"), suite="cargo:a"), files=both,
        anchor="HIP-0300, test",
    )  # fmt: skip
    yield single(
        "several-and-no-name", "Where there are several suites, one has to be named", "TEST-25",
        "run", {}, refused("test", "run", "INVALID_PARAMS", {
            "violations": [{"pointer": "/suite", "rule": "required"}],
            "available": ["pytest", "cargo:a"],
        }), TWO,
    )  # fmt: skip
    for slug, description, name in (
        ("unknown-suite", "A name that is no suite's is NOT_FOUND", "unit"),
        ("suite-elsewhere", "A folder without the runner has no suite of it", "pytest:a"),
        ("suite-above", "No name leads upwards", "pytest:a/.."),
        ("suite-behind-a-link", "No name leads through a link", "cargo:link"),
        ("suite-outside", "No name leads out of the workspace", "cargo:out"),
    ):
        links = {"link": {"symlink": "a"}, "out": {"symlink": "${outside}"}}
        yield single(
            slug, description, "TEST-26", "run", {"suite": name, "env": ENV},
            refused("test", "run", "NOT_FOUND", {"suite": name, "available": ["pytest", "cargo:a"]}),
            {**TWO, **links}, flags=["escape"] if "a" in name and "unit" not in name else (),
        )  # fmt: skip
    yield single(
        "no-suite", "Where there is no suite, none can be run", "TEST-26", "run", {},
        refused("test", "run", "NOT_FOUND", {"suite": None, "available": []}),
        {"README.md": EMPTY},
    )  # fmt: skip
    below = {
        "Cargo.toml": EMPTY, "crates/a/b/c/Cargo.toml": EMPTY,
        "bin/cargo": printing(recordings.CARGO_PASSING, 0),
    }  # fmt: skip
    yield played(
        "suite-below-a-suite", "A suite below another one can be run by its name", "TEST-26",
        ran(report("passed", (1, 0, 1), suite="cargo:crates/a/b/c"), suite="cargo:crates/a/b/c"),
        files=below,
    )  # fmt: skip


def _background() -> Iterator[Case]:
    text = "3 passed in 0.01s\n"
    waiting = writing(
        recordings.PYTEST_PASSING, before=f"until [ -e go ]; do sleep 0.01; done\nprintf '{text}'\n"
    )
    asking = asked("test", "status", run_id=from_step(0, "/data/run_id"))
    done = {"/data/proc_id": {"type": "string"}}
    logs = asked("proc", "logs", proc_id=from_step(0, "/data/proc_id"), tail=1, wait_ms=10000)
    size = len(text)
    shown = {
        "proc_id": "proc_1", "status": "exited", "exit_code": 0, "signal": None,
        "stdout": {"text": text, "bytes_b64": None, "encoding": "utf-8",
                   "start": size - len(text), "end": size, "size": size},
        "stderr": {"text": "", "bytes_b64": None, "encoding": "utf-8",
                   "start": 0, "end": 0, "size": 0},
        "next": {"stdout": size, "stderr": 0},
    }  # fmt: skip
    yield played(
        "in-the-background", "A run goes on in the background, and its report comes with its end",
        "TEST-9 TEST-12",
        ran(report("running"), background_after_ms=0),
        Step(*asking, answered("test", "status", report("running")), OPEN),
        Step(*asked("proc", "exec", command=["touch", "go"]), None,
             {"/data": {"type": "object"}}),
        Step(*logs, answered("proc", "logs", shown), done),
        Step(*asking, answered("test", "status", report("passed", (3, 0, 0))), OPEN),
        files=suite_of("pytest", waiting),
    )  # fmt: skip
    whole = report("passed", (3, 0, 0))
    yield played(
        "status-afterwards", "The report of a run can be asked for again", "TEST-12",
        ran(whole), Step(*asking, answered("test", "status", whole), OPEN),
        files=suite_of("pytest", writing(recordings.PYTEST_PASSING)), anchor="HIP-0300, test",
    )  # fmt: skip
    slow = program("echo 'test a ... ok'\nsleep 20\n")
    proc_id = {"/error/details/proc_id": {"type": "string"}}
    limited = asked("test", "run", env=ENV, timeout=1)
    late = refused("test", "run", "TIMEOUT", {"proc_id": "proc_1", "timeout": 1})
    waited = asked("proc", "logs", proc_id=from_step(0, "/data/proc_id"), wait_ms=10000)
    # Both time limits run at the same time.
    yield played(
        "timeout", "A time limit is that of proc.exec", "TEST-10 TEST-27",
        ran(report("running", suite="cargo"), timeout=1, background_after_ms=0),
        ran(report("running", suite="cargo"), timeout=1, background_after_ms=0),
        Step(*limited, late, proc_id),
        Step(*waited, None, {"/data": {"type": "object"}}),
        Step(*asking, answered("test", "status", report("timed-out", (0, 0, 0),
                                                               suite="cargo")), OPEN),
        files=suite_of("cargo", slow), anchor="HIP-0300, Hard De-dupe Rules 3",
    )  # fmt: skip


def _refusals() -> Iterator[Case]:
    files = suite_of("pytest", writing(recordings.PYTEST_PASSING))
    for slug, description, requirement, params, expected in (
        ("empty-filter", "An empty filter is refused", "TEST-16", {"filter": ""},
         invalid("test", "run", ("/filter", "empty"))),
        ("filter-that-is-an-option", "No filter becomes an option of the runner", "TEST-16",
         {"filter": "-pevil"}, invalid("test", "run", ("/filter", "option"))),
        ("variable-without-a-name", "What proc.exec refuses is refused", "TEST-27",
         {"env": {"": "x"}}, invalid("test", "run", ("/env/", "name"))),
        ("parallel-of-none", "At least one test at a time is run", "TEST-13", {"parallel": 0},
         invalid("test", "run", ("/parallel", "minimum"))),
        ("runner-is-missing", "A runner that is not installed is UNSUPPORTED", "TEST-27",
         {"env": {"PATH": "/nowhere"}}, refused("test", "run", "UNSUPPORTED", {"missing": "pytest"})),
    ):  # fmt: skip
        yield single(slug, description, requirement, "run", params, expected, files)
    yield single(
        "unknown-action", "What the tool can do is told to who asks for something else", "TEST-30",
        "exec", {}, refused("test", "exec", "UNKNOWN_ACTION", {
            "available": ["help", "list", "run", "schema", "status"],
        }), {}, anchor="HIP-0300, test",
    )  # fmt: skip
    yield single(
        "unknown-run", "A run that is not known is NOT_FOUND", "TEST-28", "status",
        {"run_id": "run_999999999"},
        refused("test", "status", "NOT_FOUND", {"run_id": "run_999999999"}), {},
    )  # fmt: skip
    yield single(
        "status-of-nothing", "status asks for a run", "TEST-28", "status", {},
        invalid("test", "status", ("/run_id", "required")), {}, anchor="HIP-0300, test",
    )  # fmt: skip
