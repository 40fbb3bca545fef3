"""What pytest 9.2, cargo 1.95 and Node.js 20.20 printed, with ``@`` in the place of the folder."""

PYTEST_FAILING = """\
============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0
rootdir: @
collected 8 items

test_sample.py .FF.EsxF                                                  [100%]

==================================== ERRORS ====================================
_________________________ ERROR at setup of test_needs _________________________
test_sample.py:20: in broken
    raise ValueError("no")
E   ValueError: no
=================================== FAILURES ===================================
___________________________________ test_bad ___________________________________
test_sample.py:9: in test_bad
    assert 1 == 2
E   assert 1 == 2
_________________________ TestGroup.test_words[a - b] __________________________
test_sample.py:15: in test_words
    assert word == "c"
E   AssertionError: assert 'a - b' == 'c'
E     
E     - c
E     + a - b
__________________________________ test_deep ___________________________________
test_sample.py:42: in test_deep
    inner()
test_sample.py:38: in inner
    raise KeyError("deep")
E   KeyError: 'deep'
=========================== short test summary info ============================
FAILED test_sample.py::test_bad - assert 1 == 2
FAILED test_sample.py::TestGroup::test_words[a - b] - AssertionError: assert ...
FAILED test_sample.py::test_deep - KeyError: 'deep'
ERROR test_sample.py::test_needs - ValueError: no
========== 3 failed, 2 passed, 1 skipped, 1 xfailed, 1 error in 1.80s ==========
"""  # noqa: W291 - blanks are meant

PYTEST_PASSING = """\
============================= test session starts ==============================
collected 3 items

test_sample.py .X.                                                       [100%]

================== 2 passed, 1 deselected, 1 xpassed in 0.01s ==================
"""

PYTEST_EMPTY = """\
============================= test session starts ==============================
collected 0 items

============================ no tests ran in 0.00s =============================
"""

# Such a run has no tests, only what kept them from being collected.
PYTEST_COLLECTION = """\
============================= test session starts ==============================
collected 0 items / 1 error

==================================== ERRORS ====================================
________________________ ERROR collecting test_import.py _______________________
ImportError while importing test module '@/test_import.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
test_import.py:3: in <module>
    import missing
E   ModuleNotFoundError: No module named 'missing'
=========================== short test summary info ============================
ERROR test_import.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.07s ===============================
"""

# What a test prints stands between the traces, whatever it looks like.
PYTEST_CAPTURED = """\
============================= test session starts ==============================
platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0
rootdir: @
collected 3 items

test_sample.py FF.                                                       [100%]

=================================== FAILURES ===================================
__________________________________ test_loud ___________________________________
test_sample.py:7: in test_loud
    assert False
E   assert False
----------------------------- Captured stdout call -----------------------------
fake.py:7: in nowhere
FAILED fake.py::test_fake - no
=========================== short test summary info ============================
FAILED fake.py::test_other - no
============================== 7 passed in 0.01s ===============================
__________________________________ test_next ___________________________________
test_sample.py:11: in test_next
    assert False
E   assert False
=========================== short test summary info ============================
FAILED test_sample.py::test_loud - assert False
FAILED test_sample.py::test_next - assert False
========================= 2 failed, 1 passed in 0.16s ==========================
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

NODE_FAILING = """\
TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 17.291683
  ...
# Subtest: fails
not ok 2 - fails
  ---
  duration_ms: 7.512649
  location: '@/a.test.js:4:1'
  failureType: 'testCodeFailure'
  error: '1 == 2'
  code: 'ERR_ASSERTION'
  stack: |-
    TestContext.<anonymous> (file://@/a.test.js:5:10)
    Test.run (node:internal/test_runner/test:796:25)
  ...
# pass 99
# Subtest: group \\# 1
    # Subtest: inner fails
    not ok 1 - inner fails
      ---
      duration_ms: 0.211313
      location: '@/a.test.js:8:3'
      failureType: 'testCodeFailure'
      error: 'x'
      code: 'ERR_TEST_FAILURE'
      ...
    # Subtest: later
    ok 2 - later # SKIP
      ---
      duration_ms: 0.146727
      ...
    1..2
not ok 3 - group \\# 1
  ---
  duration_ms: 0.752343
  type: 'suite'
  location: '@/a.test.js:7:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: todo
not ok 4 - todo # TODO
  ---
  duration_ms: 0.113578
  location: '@/a.test.js:12:1'
  failureType: 'testCodeFailure'
  ...
1..4
# tests 5
# suites 1
# pass 1
# fail 2
# cancelled 0
# skipped 1
# todo 1
# duration_ms 436.714832
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
