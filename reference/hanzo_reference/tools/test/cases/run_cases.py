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
    saying,
    suite_of,
    writing,
)

SUMMARY = "pytest documentation, How to manage pytest's output"
JUNIT = "pytest documentation, Creating JUnitXML format files"
RUSTC = "The rustc book, Tests"
NODE = "Node.js documentation, Test runner"
LINES = "yes '# a line of output that says nothing' | head -n 4000\n"


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
        recordings.PYTEST_FAILING, 1, "failed", (2, 8, 2),
        [
            failure(f"{sample}::test_bad", sample, 9),
            failure(f"{sample}::TestGroup::test_words[a - b]", sample, 15),
            failure(f"{sample}::test_needs", sample, 20),
            failure(f"{sample}::test_deep", sample, 42),
            failure(f"{sample}::test_twice", sample, 52),
            failure(f"{sample}::test_twice", sample, 48),
            # No line of a traceback leads to these, and the report says where they begin.
            failure(f"{sample}::test_unknown", sample, 55),
            failure(f"{sample}::test_without_trace", sample, 59),
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
        "pytest-collection", "What keeps tests from being collected is a failure of its file",
        "TEST-18 TEST-19 TEST-20", "pytest", recordings.PYTEST_COLLECTION, 2, "failed", (0, 1, 0),
        [failure("test_import.py", "test_import.py", 3)], anchor=SUMMARY,
    )  # fmt: skip
    yield played(
        "pytest-captured", "What a test prints is no part of the report",
        "TEST-18 TEST-19 TEST-20",
        ran(report("failed", (1, 1, 0), [failure(f"{sample}::test_loud", sample, 8)])),
        files=suite_of("pytest", writing(
            recordings.PYTEST_CAPTURED, 1, f"cat <<'END'\n{recordings.PYTEST_CAPTURED_OUTPUT}END\n"
        )),
        anchor=SUMMARY, flags=["printed-by-a-test"],
    )  # fmt: skip
    yield played(
        "pytest-prints-alone", "A runner that writes no report is an error, whatever it prints",
        "TEST-10 TEST-18", ran(report("error", (0, 0, 0))),
        files=suite_of("pytest", printing(
            "============ 3 passed in 0.01s ============\n" + recordings.PYTEST_PASSING, 0
        )),
        anchor=JUNIT, flags=["printed-by-a-test"],
    )  # fmt: skip
    yield played(
        "pytest-usage-error", "A runner that does not come to its report is an error", "TEST-10",
        ran(report("error", (0, 0, 0))),
        files=suite_of("pytest", program("echo 'ERROR: no such option' >&2\nexit 4\n")),
        flags=["empty-is-green"],
    )  # fmt: skip
    for slug, description, text in (
        ("pytest-report-cut", "A report that ends too early is none",
         recordings.PYTEST_FAILING.partition("<skipped")[0] + "\n"),
        ("pytest-report-with-a-type", "A report that defines words of its own is none of pytest's",
         '<!DOCTYPE testsuite [<!ENTITY more "x">]>\n<testsuite><testcase name="a"/></testsuite>\n'),
        ("pytest-report-of-others", "A document without a suite is no report",
         '<results><testcase classname="a" name="b" /></results>\n'),
        ("pytest-report-empty", "An empty file is no report", ""),
    ):  # fmt: skip
        yield _recorded(
            slug, description, "TEST-10 TEST-18", "pytest", text, 0, "error", (0, 0, 0),
            anchor=JUNIT, flags=["empty-is-green"],
        )  # fmt: skip
    yield _recorded(
        "pytest-plugin-fails", "An exit code that says more than the counts is an error",
        "TEST-10", "pytest", recordings.PYTEST_PASSING, 3, "error", (3, 0, 0),
        anchor="pytest documentation, Exit codes", flags=["empty-is-green"],
    )  # fmt: skip
    yield from _names()
    many = "".join(_case("t", f"test_{number}", "t.py", "<failure />") for number in range(120))
    yield _recorded(
        "most-failures", "A hundred failures are listed, and all are counted", "TEST-29",
        "pytest", _suite(many), 1, "failed", (0, 120, 0),
        [failure(f"t.py::test_{n}") for n in range(100)],
    )  # fmt: skip


def _names() -> Iterator[Case]:
    for slug, description, attributes, name in (
        ("in-a-folder", "A test is named by the path of its file",
         ("a.b.test_c", "test_d", "a/b/test_c.py"), "a/b/test_c.py::test_d"),
        ("in-groups", "A group within another one is named after it",
         ("test_c.A.B", "test_d[x.y/z]", "test_c.py"), "test_c.py::A::B::test_d[x.y/z]"),
        ("of-another-file", "A test that was written in another file has the name of its module",
         ("test_c.A", "test_d", "base.py"), "test_c.A::test_d"),
        ("alike", "A module whose name begins like the file's is another one",
         ("test_c2", "test_d", "test_c.py"), "test_c2::test_d"),
        ("not-python", "A file may be of another language",
         ("a.README.md", "README.md", "a/README.md"), "a/README.md::README.md"),
        ("of-a-package", "What fails in a package is named by its file",
         ("", "a.__init__", "a/__init__.py"), "a/__init__.py"),
        ("of-nothing", "What is of no file keeps its name", ("", "something", ""), "something"),
    ):  # fmt: skip
        yield _recorded(
            f"pytest-name-{slug}", description, "TEST-19", "pytest",
            _suite(_case(*attributes, "<error />")), 1, "failed", (0, 1, 0), [failure(name)],
            anchor=JUNIT,
        )  # fmt: skip
    trace = (
        "conftest.py:3: in broken\n    fail()\n{}:7: in test_d\nE   test_c.py:1: in no\n{}:9: in x"
    )
    for slug, description, text, line, place in (
        ("first-of-its-own", "The first line of the test's own file counts",
         trace.format("test_c.py", "test_c.py"), 4, 7),
        ("of-its-own-in-other-words", "A path is what it leads to",
         trace.format("@/x/../test_c.py", "test_c.py"), 4, 7),
        ("elsewhere", "A traceback that never comes to the test's file leaves where it begins",
         trace.format("a/test_c.py", "test_c.pyc"), 4, 5),
        ("nowhere", "Without either there is no place", "no", None, None),
    ):  # fmt: skip
        begins = "" if line is None else f' line="{line}"'
        told = f'<failure message="test_c.py:2: in m">{text}</failure><system-out>test_c.py:3: in o</system-out>'
        yield _recorded(
            f"pytest-place-{slug}", description, "TEST-20", "pytest",
            _suite(_case("test_c", "test_d", "test_c.py", told, begins)), 1, "failed",
            (0, 1, 0),
            [failure("test_c.py::test_d", *(() if place is None else ("test_c.py", place)))],
            anchor=JUNIT,
        )  # fmt: skip
    yield _recorded(
        "pytest-report-escaped", "Names and texts are read as XML writes them", "TEST-18 TEST-19",
        "pytest", _suite(_case("t", "test_a[&lt;&amp;&#233;&#x1F600;&quot;]", "t.py", (
            "<failure><![CDATA[t.py:3: in test_a]]></failure>"
        ))), 1, "failed", (0, 1, 0), [failure('t.py::test_a[<&é\U0001f600"]', "t.py", 3)],
        anchor=JUNIT,
    )  # fmt: skip
    both = _case(
        "t",
        "test_a",
        "t.py",
        "<skipped /><failure>t.py:3: in a</failure><error>t.py:4: in a</error>",
    )
    yield _recorded(
        "pytest-case-with-several-results", "A test that has failed is no other, and failed once",
        "TEST-18", "pytest", _suite(both), 1, "failed", (0, 1, 0),
        [failure("t.py::test_a", "t.py", 3)], anchor=JUNIT,
    )  # fmt: skip


def _suite(cases: str) -> str:
    return f'<testsuites><testsuite name="pytest">{cases}</testsuite></testsuites>\n'


def _case(module: str, name: str, file: str, result: str, more: str = "") -> str:
    named = f'classname="{module}" name="{name}" file="{file}"{more}'
    return f"<testcase {named}>{result}</testcase>"


def _cargo() -> Iterator[Case]:
    yield _recorded(
        "cargo-failing", "Test programs and examples in documentation are read as one",
        "TEST-10 TEST-11 TEST-21 TEST-22", "cargo", recordings.CARGO_FAILING, 101, "failed",
        (1, 4, 1),
        [
            failure("tests::bad", "src/lib.rs", 15),
            failure("tests::calm", "src/lib.rs", 24),
            failure("tests::result"),
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
    for slug, description, output, code, status, counts in (
        ("cargo-prints-a-program", "A whole test program that a test prints is none",
         _program(2, _program(7, "", 7), 2), 0, "passed", (2, 0, 0)),
        ("cargo-prints-a-beginning", "The beginning of a program that a test prints is none",
         _program(2, "\nrunning 9 tests\n", 2), 0, "passed", (2, 0, 0)),
        ("cargo-prints-its-own-end", "The last end of a program is its own",
         _program(2, f"\n{_result(1, 0, 1)}", 2), 0, "passed", (2, 0, 0)),
        ("cargo-end-without-an-empty-line", "An end stands after an empty line",
         f"\nrunning 1 test\nwords\n{_result(1)}", 0, "error", (0, 0, 0)),
        ("cargo-end-that-contradicts-itself", "ok is said of no failure",
         "\nrunning 1 test\n\nfailures:\n    a\n\n" + _result(0, 1).replace("FAILED", "ok"),
         0, "error", (0, 0, 0)),
        ("cargo-end-without-names", "Failures are named before the end",
         f"\nrunning 2 tests\n\nfailures:\n    a\n\n{_result(0, 2)}", 101, "error", (0, 0, 0)),
        ("cargo-one-aborts", "A program that aborts leaves the others what they are",
         f"\nrunning 9 tests\ntest a ... \nrunning 2 tests\n\n{_result(2)}\n", 101, "error",
         (2, 0, 0)),
    ):  # fmt: skip
        yield _recorded(
            slug, description, "TEST-10 TEST-21", "cargo", output, code, status, counts,
            anchor=RUSTC, flags=["printed-by-a-test"],
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


def _program(count: int, printed: str, passed: int) -> str:
    return f"\nrunning {count} tests\n{printed}\n{_result(passed)}\n"


def _result(passed: int, failed: int = 0, ignored: int = 0) -> str:
    word = "FAILED" if failed else "ok"
    return (
        f"test result: {word}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; "
        "0 filtered out; finished in 0.00s\n"
    )


def _node() -> Iterator[Case]:
    sample = "a.test.mjs"
    yield _recorded(
        "node-failing", "Only what failed by itself is listed, with what it belongs to",
        "TEST-10 TEST-11 TEST-23 TEST-24", "node", recordings.NODE_FAILING, 1, "failed", (3, 8, 2),
        [
            failure("fails", sample, 7),
            failure("group # 1 > inner fails", sample, 9),
            failure("parent > child", sample, 18),
            failure("both", sample, 20),
            failure("leaves > cancelled", sample, 25),
            failure("# TODO later > is excused", sample, 28),
        ],
        anchor=NODE, flags=["count-by-line", "printed-by-a-test"],
    )  # fmt: skip
    yield _recorded(
        "node-counts-printed", "Counts are those of results, whatever comments say", "TEST-23",
        "node", recordings.NODE_PASSING.replace("# pass 1\n", "# pass 7\n# fail 2\n"), 0, "passed",
        (1, 0, 0), anchor=NODE, flags=["printed-by-a-test"],
    )  # fmt: skip
    yield _recorded(
        "node-cut", "Output that ends before its plan is an error", "TEST-10 TEST-23", "node",
        recordings.NODE_PASSING[: recordings.NODE_PASSING.index("1..1")], 0, "error", (1, 0, 0),
        anchor="Test Anything Protocol 14, Plan", flags=["empty-is-green"],
    )  # fmt: skip
    yield _recorded(
        "node-plan-of-more", "A plan of more results than there are is an error",
        "TEST-10 TEST-23", "node", recordings.NODE_PASSING.replace("1..1", "1..2"), 0, "error",
        (1, 0, 0), anchor="Test Anything Protocol 14, Plan", flags=["empty-is-green"],
    )  # fmt: skip
    yield _recorded(
        "node-empty", "A run of no test is no success", "TEST-10 TEST-23", "node",
        "TAP version 13\n1..0\n# tests 0\n", 0, "empty", (0, 0, 0), anchor=NODE,
        flags=["empty-is-green"],
    )  # fmt: skip
    yield played(
        "node-long-output", "Output of more than one part is read to its end", "TEST-23",
        ran(report("passed", (1, 0, 0), suite="node")),
        files=suite_of("node", saying("node", recordings.NODE_PASSING, before=LINES)), anchor=NODE,
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
        files=suite_of(runner, saying(runner, output, code), folder), anchor=anchor, flags=flags,
    )  # fmt: skip
