"""Cases of runs: what runners print, in one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.test.cases import recordings
from hanzo_reference.tools.test.cases.words import (
    failure,
    played,
    printing,
    program,
    ran,
    report,
    suite_of,
)

SUMMARY = "pytest documentation, How to manage pytest's output"
RUSTC = "The rustc book, Tests"
NODE = "Node.js documentation, Test runner"
LINES = "yes 'a line of output that says nothing' | head -n 4000\n"


def cases() -> Iterator[Case]:
    """Every case of output."""
    yield from _pytest()
    yield from _cargo()
    yield from _node()


def _pytest() -> Iterator[Case]:
    sample = "test_sample.py"
    yield _recorded(
        "pytest-failing", "Failures and errors are counted, named and placed",
        "TEST-10 TEST-11 TEST-17 TEST-18 TEST-19 TEST-20", "pytest",
        recordings.PYTEST_FAILING, 1, "failed", (2, 4, 2),
        [
            failure(f"{sample}::test_bad", sample, 9),
            failure(f"{sample}::TestGroup::test_words[a - b]", sample, 15),
            failure(f"{sample}::test_deep", sample, 42),
            failure(f"{sample}::test_needs", sample, 20),
        ],
        anchor=SUMMARY, flags=["count-by-line"],
    )  # fmt: skip
    yield _recorded(
        "pytest-passing", "What passes against expectation has passed", "TEST-10 TEST-18",
        "pytest", recordings.PYTEST_PASSING, 0, "passed", (3, 0, 0), anchor=SUMMARY,
    )  # fmt: skip
    yield _recorded(
        "pytest-empty", "No test at all is no success", "TEST-10", "pytest",
        recordings.PYTEST_EMPTY, 5, "empty", (0, 0, 0),
        anchor="pytest documentation, Exit codes", flags=["empty-is-green"],
    )  # fmt: skip
    yield _recorded(
        "pytest-collection", "What keeps tests from being collected is a failure",
        "TEST-18 TEST-19 TEST-20", "pytest", recordings.PYTEST_COLLECTION, 2, "failed", (0, 1, 0),
        [failure("test_import.py", "test_import.py", 3)], anchor=SUMMARY,
    )  # fmt: skip
    yield _recorded(
        "pytest-captured", "What a test prints is no part of the report",
        "TEST-18 TEST-19 TEST-20", "pytest", recordings.PYTEST_CAPTURED, 1, "failed", (1, 2, 0),
        [failure(f"{sample}::test_loud", sample, 7), failure(f"{sample}::test_next", sample, 11)],
        anchor=SUMMARY, flags=["printed-by-a-test"],
    )  # fmt: skip
    yield played(
        "pytest-usage-error", "A runner that does not come to its counts is an error", "TEST-10",
        ran(report("error", (0, 0, 0))),
        files=suite_of("pytest", program("echo 'ERROR: no such option' >&2\nexit 4\n")),
        flags=["empty-is-green"],
    )  # fmt: skip
    yield played(
        "pytest-says-nothing", "A runner without counts is an error, whatever its exit code",
        "TEST-10", ran(report("error", (0, 0, 0))), files=suite_of("pytest", program("exit 0\n")),
        flags=["empty-is-green"],
    )  # fmt: skip
    yield _recorded(
        "pytest-plugin-fails", "An exit code that says more than the counts is an error",
        "TEST-10", "pytest", recordings.PYTEST_PASSING, 3, "error", (3, 0, 0),
        anchor="pytest documentation, Exit codes", flags=["empty-is-green"],
    )  # fmt: skip
    yield played(
        "pytest-long-output", "Output of more than one part is read to its end", "TEST-18",
        ran(report("passed", (3, 0, 0))),
        files=suite_of("pytest", program(
            f"{LINES}cat <<'END'\n{recordings.PYTEST_PASSING}END\n"
        )),
        anchor=SUMMARY,
    )  # fmt: skip
    many = "".join(f"FAILED t.py::test_{number}\n" for number in range(120))
    yield played(
        "most-failures", "A hundred failures are listed, and all are counted", "TEST-29",
        ran(report("failed", (0, 120, 0), [failure(f"t.py::test_{n}") for n in range(100)])),
        files=suite_of("pytest", printing(
            f"=== short test summary info ===\n{many}=== 120 failed in 0.10s ===\n", 1
        )),
    )  # fmt: skip


def _cargo() -> Iterator[Case]:
    yield _recorded(
        "cargo-failing", "Test programs and examples in documentation are read as one",
        "TEST-10 TEST-11 TEST-21 TEST-22", "cargo", recordings.CARGO_FAILING, 101, "failed",
        (1, 4, 1),
        [
            failure("tests::calm", "src/lib.rs", 24),
            failure("tests::result"),
            failure("tests::bad", "src/lib.rs", 15),
            failure("src/lib.rs - (line 1)", "src/lib.rs", 1),
        ],
        anchor=RUSTC,
    )  # fmt: skip
    yield _recorded(
        "cargo-captured", "What a test prints is no part of the report", "TEST-21 TEST-22",
        "cargo", recordings.CARGO_CAPTURED, 101, "failed", (2, 1, 0),
        [failure("tests::loud", "src/lib.rs", 7)], anchor=RUSTC, flags=["printed-by-a-test"],
    )  # fmt: skip
    yield _recorded(
        "cargo-aborts", "A test program that does not come to its counts is an error", "TEST-21",
        "cargo", "\nrunning 2 tests\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; "
        "0 filtered out; finished in 0.00s\n", 101, "error", (0, 0, 0), anchor=RUSTC,
        flags=["printed-by-a-test"],
    )  # fmt: skip
    yield _recorded(
        "cargo-old-panic", "A panic may be told in the words of older compilers", "TEST-22",
        "cargo", recordings.CARGO_OLD, 101, "failed", (0, 1, 0),
        [failure("tests::bad", "tests/it.rs", 8)],
        anchor="Rust 1.73 release notes, panic messages",
    )  # fmt: skip
    yield _recorded(
        "cargo-passing", "Counts are sums, and ignored tests are skipped", "TEST-10 TEST-21",
        "cargo", recordings.CARGO_PASSING, 0, "passed", (1, 0, 1), anchor=RUSTC,
    )  # fmt: skip
    yield played(
        "cargo-does-not-build", "A build that fails is an error", "TEST-10",
        ran(report("error", (0, 0, 0), suite="cargo")),
        files=suite_of("cargo", program("echo 'error: could not compile `a`' >&2\nexit 101\n")),
        flags=["empty-is-green"],
    )  # fmt: skip
    yield _recorded(
        "cargo-in-a-folder", "Paths are those of the suite's folder", "TEST-9 TEST-11", "cargo",
        recordings.CARGO_OLD, 101, "failed", (0, 1, 0),
        [failure("tests::bad", "sub/a/tests/it.rs", 8)], folder="sub/a/",
    )  # fmt: skip


def _node() -> Iterator[Case]:
    yield _recorded(
        "node-failing", "Only what failed by itself is listed, with what it belongs to",
        "TEST-10 TEST-11 TEST-23 TEST-24", "node", recordings.NODE_FAILING, 1, "failed", (1, 2, 2),
        [failure("fails", "a.test.js", 4), failure("group # 1 > inner fails", "a.test.js", 8)],
        anchor=NODE, flags=["printed-by-a-test"],
    )  # fmt: skip
    yield _recorded(
        "node-cancelled", "A cancelled test has failed, and a place may be a URI",
        "TEST-23 TEST-24", "node", recordings.NODE_CANCELLED, 1, "failed", (0, 1, 0),
        [failure("file://${workspace}/b.test.js", "sub%20dir/b.test.js", 1)], anchor=NODE,
    )  # fmt: skip
    yield _recorded(
        "node-passing", "A run without failures has passed", "TEST-10 TEST-23", "node",
        recordings.NODE_PASSING, 0, "passed", (1, 0, 0), anchor=NODE,
    )  # fmt: skip


def _recorded(
    slug: str,
    description: str,
    requirements: str,
    runner: str,
    output: str,
    code: int,
    status: str,
    counts: Sequence[int],
    failures: Sequence[Mapping[str, Any]] = (),
    *,
    anchor: str = "tools.md, test",
    flags: Sequence[str] = (),
    folder: str = "",
) -> Case:
    name = f"{runner}:{folder[:-1]}" if folder else runner
    return played(
        slug, description, requirements, ran(report(status, counts, failures, name)),
        files=suite_of(runner, printing(output, code), folder), anchor=anchor, flags=flags,
    )  # fmt: skip
