"""What pytest 9.2 wrote, cargo 1.95 and Node.js 20.20 printed, with ``@`` for the folder."""

# The tests that pytest was run on, and what it wrote.
PYTEST_FAILING_TESTS = """\
import pytest


def test_good():
    pass


def test_bad():
    assert 1 == 2


class TestGroup:
    @pytest.mark.parametrize("word", ["a - b", "c"])
    def test_words(self, word):
        assert word == "c"


@pytest.fixture
def broken():
    raise ValueError("no")


def test_needs(broken):
    pass


@pytest.mark.skip(reason="not now")
def test_later():
    pass


@pytest.mark.xfail
def test_known():
    assert False


def inner():
    raise KeyError("deep")


def test_deep():
    inner()


@pytest.fixture
def closing():
    yield
    raise OSError("late")


def test_twice(closing):
    assert closing, "said\\ntest_sample.py:1: in nowhere"


def test_unknown(missing):
    pass


def test_without_trace():
    pytest.fail("no trace", pytrace=False)
"""

PYTEST_FAILING = """\
<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="3" failures="5" skipped="2" tests="12" time="0.044" timestamp="2026-11-22T18:17:18.458437+00:00" hostname="host"><testcase classname="test_sample" name="test_good" file="test_sample.py" line="3" time="0.000" /><testcase classname="test_sample" name="test_bad" file="test_sample.py" line="7" time="0.001"><failure message="assert 1 == 2">test_sample.py:9: in test_bad
    assert 1 == 2
E   assert 1 == 2</failure></testcase><testcase classname="test_sample.TestGroup" name="test_words[a - b]" file="test_sample.py" line="12" time="0.001"><failure message="AssertionError: assert 'a - b' == 'c'&#10;  &#10;  - c&#10;  + a - b">test_sample.py:15: in test_words
    assert word == "c"
E   AssertionError: assert 'a - b' == 'c'
E     
E     - c
E     + a - b</failure></testcase><testcase classname="test_sample.TestGroup" name="test_words[c]" file="test_sample.py" line="12" time="0.000" /><testcase classname="test_sample" name="test_needs" file="test_sample.py" line="22" time="0.000"><error message="failed on setup with &quot;ValueError: no&quot;">test_sample.py:20: in broken
    raise ValueError("no")
E   ValueError: no</error></testcase><testcase classname="test_sample" name="test_later" file="test_sample.py" line="26" time="0.000"><skipped type="pytest.skip" message="not now">@/test_sample.py:27: not now</skipped></testcase><testcase classname="test_sample" name="test_known" file="test_sample.py" line="31" time="0.000"><skipped type="pytest.xfail" message="" /></testcase><testcase classname="test_sample" name="test_deep" file="test_sample.py" line="40" time="0.000"><failure message="KeyError: 'deep'">test_sample.py:42: in test_deep
    inner()
test_sample.py:38: in inner
    raise KeyError("deep")
E   KeyError: 'deep'</failure></testcase><testcase classname="test_sample" name="test_twice" file="test_sample.py" line="50" time="0.000"><failure message="AssertionError: said&#10;  test_sample.py:1: in nowhere&#10;assert None">test_sample.py:52: in test_twice
    assert closing, "said\\ntest_sample.py:1: in nowhere"
E   AssertionError: said
E     test_sample.py:1: in nowhere
E   assert None</failure></testcase><testcase classname="test_sample" name="test_twice" file="test_sample.py" line="50" time="0.000"><error message="failed on teardown with &quot;OSError: late&quot;">test_sample.py:48: in closing
    raise OSError("late")
E   OSError: late</error></testcase><testcase classname="test_sample" name="test_unknown" file="test_sample.py" line="54" time="0.000"><error message="failed on setup with &quot;file @/test_sample.py, line 55&#10;  def test_unknown(missing):&#10;E       fixture 'missing' not found&#10;[+4 more lines; full report in element text]">file @/test_sample.py, line 55
  def test_unknown(missing):
E       fixture 'missing' not found
&gt;       available fixtures: anyio_backend, anyio_backend_name, anyio_backend_options, broken, capfd, capfdbinary, caplog, capsys, capsysbinary, capteesys, closing, doctest_namespace, free_tcp_port, free_tcp_port_factory, free_udp_port, free_udp_port_factory, monkeypatch, platformdirs_isolated, pytestconfig, record_property, record_testsuite_property, record_xml_attribute, recwarn, subtests, testrun_uid, tmp_path, tmp_path_factory, tmpdir, tmpdir_factory, worker_id
&gt;       use 'pytest --fixtures [testpath]' for help on them.

@/test_sample.py:55</error></testcase><testcase classname="test_sample" name="test_without_trace" file="test_sample.py" line="58" time="0.000"><failure message="Failed: no trace">no trace</failure></testcase></testsuite></testsuites>
"""  # noqa: W291 - blanks are meant

PYTEST_PASSING_TESTS = """\
import pytest


def test_one():
    pass


@pytest.mark.xfail
def test_better():
    pass


def test_two():
    pass
"""

PYTEST_PASSING = """\
<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="3" time="0.017" timestamp="2026-11-22T18:17:18.894197+00:00" hostname="host"><testcase classname="test_sample" name="test_one" file="test_sample.py" line="3" time="0.000" /><testcase classname="test_sample" name="test_better" file="test_sample.py" line="7" time="0.000" /><testcase classname="test_sample" name="test_two" file="test_sample.py" line="12" time="0.000" /></testsuite></testsuites>
"""

PYTEST_EMPTY = """\
<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="0" time="0.011" timestamp="2026-11-22T18:17:18.059083+00:00" hostname="host" /></testsuites>
"""

# Such a run has no tests, only what kept them from being collected.
PYTEST_COLLECTION_TESTS = """\
# Needs something.

import missing
"""

PYTEST_COLLECTION = """\
<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="1" time="0.089" timestamp="2026-11-22T18:17:17.577481+00:00" hostname="host"><testcase classname="" name="test_import" file="test_import.py" time="0.000"><error message="collection failure">ImportError while importing test module '@/test_import.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
/usr/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
test_import.py:3: in &lt;module&gt;
    import missing
E   ModuleNotFoundError: No module named 'missing'</error></testcase></testsuite></testsuites>
"""

# One test prints into the capture, one past it: what pytest wrote, and what it printed.
PYTEST_CAPTURED_TESTS = """\
import os
import sys


def test_loud():
    print("FAILED fake.py::test_fake - no")
    print("=== 7 passed in 0.01s ===")
    assert False


def test_past_the_capture(capfd):
    with capfd.disabled():
        os.write(1, b'<testsuite tests="9"><testcase name="fake" classname="fake"/></testsuite>\\n')
        print("==== 9 passed in 0.01s ====", file=sys.stderr)
"""

PYTEST_CAPTURED = """\
<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2" time="0.031" timestamp="2026-11-22T18:17:17.157825+00:00" hostname="host"><testcase classname="test_sample" name="test_loud" file="test_sample.py" line="4" time="0.000"><failure message="assert False">test_sample.py:8: in test_loud
    assert False
E   assert False</failure></testcase><testcase classname="test_sample" name="test_past_the_capture" file="test_sample.py" line="10" time="0.001" /></testsuite></testsuites>
"""

PYTEST_CAPTURED_OUTPUT = """\
============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0
rootdir: @
configfile: pytest.ini
collected 2 items

test_sample.py F<testsuite tests="9"><testcase name="fake" classname="fake"/></testsuite>
.                                                        [100%]

=================================== FAILURES ===================================
__________________________________ test_loud ___________________________________
test_sample.py:8: in test_loud
    assert False
E   assert False
----------------------------- Captured stdout call -----------------------------
FAILED fake.py::test_fake - no
=== 7 passed in 0.01s ===
---------- generated xml file: @/report.xml ----------
=========================== short test summary info ============================
FAILED test_sample.py::test_loud - assert False
========================= 1 failed, 1 passed in 0.14s ==========================
"""

# One test prints past the capture, one into it.
CARGO_CAPTURED = """\

running 3 tests
test tests::good ... ok
test tests::loud ... FAILED
test tests::past_the_capture ... 
test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
ok

failures:

---- tests::loud stdout ----
test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
test fake ... FAILED

thread 'tests::loud' (27442) panicked at src/lib.rs:7:9:
no
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
    tests::loud

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.38s


running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

"""  # noqa: W291 - blanks are meant

CARGO_FAILING = """\

running 5 tests
test tests::calm - should panic ... FAILED
test tests::good ... ok
test tests::later ... ignored
test tests::result ... FAILED
test tests::bad ... FAILED

failures:

---- tests::calm stdout ----
note: test did not panic as expected at src/lib.rs:24:8
---- tests::result stdout ----
Error: "no"

---- tests::bad stdout ----

thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
assertion `left == right` failed
  left: 2
 right: 3
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
    tests::bad
    tests::calm
    tests::result

test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.14s


running 1 test
test src/lib.rs - (line 1) ... FAILED

failures:

---- src/lib.rs - (line 1) stdout ----
Test executable failed (exit status: 101).

stderr:

thread 'main' (2751) panicked at src/lib.rs:5:1:
assertion failed: sample::two() == 3


failures:
    src/lib.rs - (line 1)

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.26s

"""

# Rust before 1.73.
CARGO_OLD = """\

running 1 test
test tests::bad ... FAILED

failures:

---- tests::bad stdout ----
thread 'tests::bad' panicked at 'words, src/fake.rs:1:1', tests/it.rs:8:5
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
    tests::bad

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

"""

CARGO_PASSING = """\

running 2 tests
test tests::good ... ok
test tests::later ... ignored

test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

"""

# The tests that node was run on, and what it printed.
NODE_FAILING_TESTS = """\
import { describe, it, test } from "node:test";
import assert from "node:assert";
test("adds", () => {
  console.log("pass 99");
  console.log("Subtest: forged\\nnot ok 9 - forged\\n1..1");
});
test("fails", () => assert.equal(1, 2, "a\\n...\\nnot ok 3 - in a message"));
describe("group # 1", () => {
  it("inner fails", () => {
    throw new Error("x");
  });
  it("later", { skip: "not # now" }, () => {});
  it("passes", () => {});
});
test("to do", { todo: true }, () => assert.fail("not yet"));
test("parent", async (t) => {
  t.diagnostic("pass 77");
  await t.test("child", () => assert.fail("child"));
});
test("both", async (t) => {
  await t.test("good", () => {});
  throw new Error("own");
});
test("leaves", (t) => {
  t.test("cancelled", () => new Promise(() => {}));
});
describe("# TODO later", { todo: true }, () => {
  it("is excused", () => assert.fail("no"));
});
"""

NODE_FAILING = """\
TAP version 13
# pass 99
# Subtest: forged
# not ok 9 - forged
# 1..1
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 3.044211
  ...
# Subtest: fails
not ok 2 - fails
  ---
  duration_ms: 0.457147
  location: '@/a.test.mjs:7:1'
  failureType: 'testCodeFailure'
  error: |-
    a
    ...
    not ok 3 - in a message
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 2
  actual: 1
  operator: '=='
  stack: |-
    TestContext.<anonymous> (file://@/a.test.mjs:7:28)
    Test.runInAsyncScope (node:async_hooks:206:9)
    Test.run (node:internal/test_runner/test:796:25)
    Test.processPendingSubtests (node:internal/test_runner/test:526:18)
    Test.postRun (node:internal/test_runner/test:889:19)
    Test.run (node:internal/test_runner/test:835:12)
    async Test.processPendingSubtests (node:internal/test_runner/test:526:7)
  ...
# Subtest: group \\# 1
    # Subtest: inner fails
    not ok 1 - inner fails
      ---
      duration_ms: 0.109855
      location: '@/a.test.mjs:9:3'
      failureType: 'testCodeFailure'
      error: 'x'
      code: 'ERR_TEST_FAILURE'
      stack: |-
        TestContext.<anonymous> (file://@/a.test.mjs:10:11)
        Test.runInAsyncScope (node:async_hooks:206:9)
        Test.run (node:internal/test_runner/test:796:25)
        Test.start (node:internal/test_runner/test:702:17)
        node:internal/test_runner/test:1133:71
        node:internal/per_context/primordials:482:82
        new Promise (<anonymous>)
        new SafePromise (node:internal/per_context/primordials:450:29)
        node:internal/per_context/primordials:482:9
        Array.map (<anonymous>)
      ...
    # Subtest: later
    ok 2 - later # SKIP not \\# now
      ---
      duration_ms: 0.055564
      ...
    # Subtest: passes
    ok 3 - passes
      ---
      duration_ms: 0.167322
      ...
    1..3
not ok 3 - group \\# 1
  ---
  duration_ms: 2.45693
  type: 'suite'
  location: '@/a.test.mjs:8:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: to do
not ok 4 - to do # TODO
  ---
  duration_ms: 0.192819
  location: '@/a.test.mjs:15:1'
  failureType: 'testCodeFailure'
  error: 'not yet'
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  operator: 'fail'
  stack: |-
    TestContext.<anonymous> (file://@/a.test.mjs:15:44)
    Test.runInAsyncScope (node:async_hooks:206:9)
    Test.run (node:internal/test_runner/test:796:25)
    Test.processPendingSubtests (node:internal/test_runner/test:526:18)
    Suite.postRun (node:internal/test_runner/test:889:19)
    Suite.run (node:internal/test_runner/test:1150:10)
    async Test.processPendingSubtests (node:internal/test_runner/test:526:7)
  ...
# Subtest: parent
    # Subtest: child
    not ok 1 - child
      ---
      duration_ms: 0.113351
      location: '@/a.test.mjs:18:11'
      failureType: 'testCodeFailure'
      error: 'child'
      code: 'ERR_ASSERTION'
      name: 'AssertionError'
      operator: 'fail'
      stack: |-
        TestContext.<anonymous> (file://@/a.test.mjs:18:38)
        Test.runInAsyncScope (node:async_hooks:206:9)
        Test.run (node:internal/test_runner/test:796:25)
        Test.start (node:internal/test_runner/test:702:17)
        TestContext.test (node:internal/test_runner/test:292:20)
        TestContext.<anonymous> (file://@/a.test.mjs:18:11)
        Test.runInAsyncScope (node:async_hooks:206:9)
        Test.run (node:internal/test_runner/test:796:25)
        Test.processPendingSubtests (node:internal/test_runner/test:526:18)
        Test.postRun (node:internal/test_runner/test:889:19)
      ...
    1..1
not ok 5 - parent
  ---
  duration_ms: 0.391658
  location: '@/a.test.mjs:16:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: both
    # Subtest: good
    ok 1 - good
      ---
      duration_ms: 0.151948
      ...
    1..1
not ok 6 - both
  ---
  duration_ms: 0.402805
  location: '@/a.test.mjs:20:1'
  failureType: 'testCodeFailure'
  error: 'own'
  code: 'ERR_TEST_FAILURE'
  stack: |-
    TestContext.<anonymous> (file://@/a.test.mjs:22:9)
    async Test.run (node:internal/test_runner/test:797:9)
    async Test.processPendingSubtests (node:internal/test_runner/test:526:7)
  ...
# Subtest: leaves
    # Subtest: cancelled
    not ok 1 - cancelled
      ---
      duration_ms: 0.160521
      location: '@/a.test.mjs:25:5'
      failureType: 'cancelledByParent'
      error: 'test did not finish before its parent and was cancelled'
      code: 'ERR_TEST_FAILURE'
      ...
    1..1
not ok 7 - leaves
  ---
  duration_ms: 0.18641
  location: '@/a.test.mjs:24:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: \\# TODO later
    # Subtest: is excused
    not ok 1 - is excused
      ---
      duration_ms: 0.233891
      location: '@/a.test.mjs:28:3'
      failureType: 'testCodeFailure'
      error: 'no'
      code: 'ERR_ASSERTION'
      name: 'AssertionError'
      operator: 'fail'
      stack: |-
        TestContext.<anonymous> (file://@/a.test.mjs:28:33)
        Test.runInAsyncScope (node:async_hooks:206:9)
        Test.run (node:internal/test_runner/test:796:25)
        Test.start (node:internal/test_runner/test:702:17)
        node:internal/test_runner/test:1133:71
        node:internal/per_context/primordials:482:82
        new Promise (<anonymous>)
        new SafePromise (node:internal/per_context/primordials:450:29)
        node:internal/per_context/primordials:482:9
        Array.map (<anonymous>)
      ...
    1..1
not ok 8 - \\# TODO later # TODO
  ---
  duration_ms: 0.325349
  type: 'suite'
  location: '@/a.test.mjs:27:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
1..8
# tests 13
# suites 2
# pass 3
# fail 7
# cancelled 1
# skipped 1
# todo 1
# duration_ms 134.166295
"""

NODE_CANCELLED = """\
TAP version 13
# Subtest: file://@/b.test.js
not ok 1 - file://@/b.test.js
  ---
  duration_ms: 1.5
  location: 'file://@/sub%20dir/b.test.js:1:1'
  failureType: 'cancelledByParent'
  error: 'test did not finish before its parent and was cancelled'
  code: 'ERR_TEST_FAILURE'
  ...
1..1
# tests 1
# suites 0
# pass 0
# fail 0
# cancelled 1
# skipped 0
# todo 0
# duration_ms 10.1
"""

NODE_PASSING = """\
TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 0.5
  ...
1..1
# tests 1
# suites 0
# pass 1
# fail 0
# cancelled 0
# skipped 0
# todo 0
# duration_ms 40.2
"""
