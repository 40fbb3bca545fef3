"""Which changes are made to a module, and which would say nothing."""

from __future__ import annotations

import ast

import pytest

from hanzo_conformance.mutate.sites import Sites


def changes(source: str, operator: str | None = None, **more: str) -> list[tuple[str, str]]:
    """Before and after of every mutant, or of those of one operator."""
    return [
        (site.mutant.before, site.mutant.after)
        for site in Sites("m.py", source, **more)
        if operator in {None, site.mutant.operator}
    ]


def after(source: str, operator: str) -> set[str]:
    return {text for _, text in changes(source, operator)}


def inside(line: str) -> str:
    return f"def f(a, b, s, x):\n    {line}\n    return a\n"


OPERATIONS = [
    ("comparison", "a = b == x", {"a = b != x"}),
    ("comparison", "a = b in x", {"a = b not in x"}),
    ("comparison", "a = b is None", {"a = b is not None"}),
    ("comparison", "a = 0 <= b < x", {"a = 0 > b < x", "a = 0 <= b >= x"}),
    ("boundary", "a = b < x", {"a = b <= x"}),
    ("boundary", "a = b >= x", {"a = b > x"}),
    ("constant", "a = b + 7", {"a = b + 8", "a = b + 6"}),
    ("constant", "a = True", {"a = False"}),
    ("constant", "a = 'abc'", {"a = 'ab'", "a = 'bc'"}),
    ("constant", "a = ','", {"a = ''"}),
    ("constant", "a = ''", {"a = 'x'"}),
    ("constant", "a = b'ab'", {"a = b'a'"}),
    ("boolean", "a = b and x", {"a = b or x", "a = b", "a = x"}),
    ("boolean", "a = not b", {"a = b"}),
    ("arithmetic", "a = b + x", {"a = b - x"}),
    ("arithmetic", "a = b << 1", {"a = b >> 1"}),
    ("arithmetic", "a = -b", {"a = b"}),
    ("arithmetic", "a += x", {"a -= x"}),
    ("dropped statement", "a.append(b)", {"pass"}),
    ("swapped branch", "a = b if x else s", {"a = b if not x else s"}),
    ("swapped branch", "a = [y for y in b if y]", {"a = [y for y in b if not y]"}),
    ("off by one", "a = s[b:]", {"a = s[b + 1:]", "a = s[b - 1:]", "a = s[b:-1]"}),
    ("off by one", "a = s[:3]", {"a = s[1:3]"}),
    ("off by one", "a = s[b]", {"a = s[b + 1]", "a = s[b - 1]"}),
    ("missing call", "a = s.lower()", {"a = s"}),
    ("missing call", "a = abs(b)", {"a = b"}),
    ("missing call", "a = min(b, x)", {"a = b", "a = max(b, x)"}),
    ("missing call", "a = s.lstrip('0')", {"a = s", "a = s.rstrip('0')"}),
    ("dropped rule", "a = b if x else s", {"a = b", "a = s"}),
    ("dropped rule", "a = [y for y in b if y]", {"a = [y for y in b]"}),
    ("dropped rule", "a = b in {1, 2}", {"a = b in {1}", "a = b in {2}"}),
    (
        "dropped rule",
        "a = ((1, 2), (3, 4))",
        {
            "a = ((1, 2),)",
            "a = ((3, 4),)",
            "a = ((1,), (3, 4))",
            "a = ((2,), (3, 4))",
            "a = ((1, 2), (3,))",
            "a = ((1, 2), (4,))",
        },
    ),
    ("dropped rule", "a = (b, x)", set()),
    ("dropped rule", "a = {1: b, 2: x}", {"a = {1: b}", "a = {2: x}"}),
    (
        "dropped rule",
        "a = re.compile('ab|(c|d)|[|]')",
        {
            "a = re.compile('(c|d)|[|]')",
            "a = re.compile('ab|[|]')",
            "a = re.compile('ab|(c|d)')",
        },
    ),
    ("dropped rule", "a = re.compile('(a|b)')", set()),
]


@pytest.mark.parametrize(("operator", "line", "expected"), OPERATIONS)
def test_an_operator_makes_these_changes_and_no_others(
    operator: str, line: str, expected: set[str]
) -> None:
    found = after(inside(line), operator) - {"return a"}
    # Leaving out the return is another change, of a line that is in every example.
    assert found == expected | ({"pass"} if operator == "dropped statement" else set())


def test_the_branches_of_a_condition_are_swapped_by_its_negation() -> None:
    source = "def f(a):\n    if a:\n        return 1\n    return 2\n"
    assert ("if a:", "if not a:") in changes(source, "swapped branch")


def test_a_branch_is_never_taken_or_always_and_a_loop_never() -> None:
    source = "def f(a):\n    if a:\n        return 1\n    while a:\n        a = 0\n    return 2\n"
    assert changes(source, "dropped rule") == [
        ("if a:", "if False:"), ("if a:", "if True:"), ("while a:", "while False:"),
    ]  # fmt: skip


def test_what_is_in_a_coroutine_is_named_by_it_and_runs_with_it() -> None:
    source = "class C:\n    async def f(self, a) -> 'list[int]':\n        return a + 1\n"
    sites = [site for site in Sites("m.py", source) if site.mutant.operator == "constant"]
    assert {(site.mutant.function, site.local) for site in sites} == {("C.f", True)}


def test_a_case_of_a_match_is_dropped_alone() -> None:
    source = "def f(a):\n    match a:\n        case 1:\n            return 2\n"
    assert changes(source, "dropped rule") == [("case 1:", "case 1 if False:")]


SUBJECTS = [
    ("a.b = 7", "a.b"),
    ("a, b = 7, 8", "a"),
    ("a, b = 7, x", "x"),
    ("return s.find('q') > 3", "s.find"),
    ("return 7", "return"),
    ("s.put(x, 7)", "s.put"),
    ("if a.b < 7: pass", "a.b"),
    ("for a in s.all(7): pass", "s.all"),
    ("return x(s)[a + 1]", "a"),
    ("return min(7, 8).real", "min"),
]


@pytest.mark.parametrize(("line", "name"), SUBJECTS)
def test_a_constant_is_about_the_nearest_name_around_it(line: str, name: str) -> None:
    source = f"def f(a, b, s, x):\n    {line}\n"
    found = {site.mutant.subject for site in Sites("m.py", source)
             if site.mutant.operator == "constant"}  # fmt: skip
    assert found == {name}


def test_layout_and_literals_do_not_change_what_a_mutant_is_about() -> None:
    one = "def f(a, s):\n    if a.b < 7 and s:\n        return s.find('q', 3)\n"
    other = "def f(a, s):\n    if (a.b\n        < 9 and s):\n        return s.find(\n'zz', 5)\n"
    names = [[(it.mutant.operator, it.mutant.subject) for it in Sites("m.py", text)
              if it.mutant.operator != "constant"] for text in (one, other)]  # fmt: skip
    assert names[0] == names[1]


def test_a_loop_that_ends_goes_on_and_one_that_goes_on_ends() -> None:
    source = "def f(a):\n    for x in a:\n        if x:\n            continue\n        break\n"
    assert {("continue", "break"), ("break", "continue")} <= set(changes(source))


@pytest.mark.parametrize(
    "line",
    [
        '"""A sentence about it."""',
        "import os",
        "a: int = b",
        "raise ValueError('too old')",
        "raise ValueError(f'{a} is too old for 12 of them')",
        "a = cast('list[int]', b)",
        "a = s.encode('utf-8')",
    ],
)
def test_types_documentation_and_messages_are_left_alone(line: str) -> None:
    told = changes(inside(line), "constant")
    assert told == []


def test_a_code_in_a_raise_is_changed_when_answers_have_it() -> None:
    source = inside("raise Failure('TOO_OLD', 'somebody is too old')")
    assert changes(source, "constant") == []
    found = changes(source, "constant", answers='{"error":{"code":"TOO_OLD"}}')
    assert [text for _, text in found] == [
        "raise Failure('TOO_OL', 'somebody is too old')",
        "raise Failure('OO_OLD', 'somebody is too old')",
    ]


def test_a_sentence_that_answers_have_is_behaviour() -> None:
    source = inside("a = f'[{b} earlier messages]'")
    assert changes(source, "constant") == []
    assert changes(source, "constant", answers="[3 earlier messages]")


def test_definitions_are_changed_in_their_defaults_and_nowhere_else() -> None:
    source = "@decorated(3)\nclass C(Base[4]):\n    def f(self, a: Literal['x'] = 5) -> int: ...\n"
    assert changes(source, "constant") == [
        ("def f(self, a: Literal['x']=5) -> int:", "def f(self, a: Literal['x']=6) -> int:"),
        ("def f(self, a: Literal['x']=5) -> int:", "def f(self, a: Literal['x']=4) -> int:"),
    ]


def test_two_operators_that_come_to_the_same_text_make_one_mutant() -> None:
    source = "def f(a):\n    if a == 1:\n        g()\n"
    assert [text for _, text in changes(source)].count("if a != 1:") == 1


def test_what_does_nothing_is_not_left_out() -> None:
    assert changes("A = []\ndef f(a):\n    return None\n", "dropped statement") == []


def test_a_long_table_is_quoted_by_its_row() -> None:
    rows = ", ".join(f"({number}, {number + 1})" for number in range(100, 120))
    found = changes(f"TABLE = ({rows})\n", "constant")
    assert found[0] == ("(100, 101)", "(101, 101)")


def test_a_mutant_names_the_requirement_of_its_comment_or_its_function() -> None:
    source = (
        "def f(a):\n"
        '    """Say it. Spec: GATE-1 to GATE-3."""\n'
        "    a.one()\n"
        "    # The exception, GATE-7, of UTF-8.\n"
        "    a.two()\n"
    )
    named = {
        site.mutant.before: site.mutant.requirement for site in Sites("m.py", source, prefix="GATE")
    }
    assert named == {"a.one()": "GATE-1 to GATE-3", "a.two()": "GATE-7"}


def test_applying_a_mutant_changes_the_tree_and_looking_for_them_does_not() -> None:
    source = "def f(a, b):\n    return a[b:] if a < 3 and not b else min(a, -b)\n"
    sites = Sites("m.py", source)
    for site in sites:
        assert ast.unparse(sites.tree) == ast.unparse(ast.parse(source)), site.mutant
    site = next(site for site in sites if site.mutant.operator == "boundary")
    site.apply()
    assert "a <= 3" in ast.unparse(sites.tree)


def test_every_mutant_is_a_program() -> None:
    source = (
        "def f(a, b):\n"
        "    x = [y for y in a if y and b]\n"
        "    while a[b:] != b'' and len(x) > 3:\n"
        "        a = a[1:]\n"
        "        if not a:\n"
        "            break\n"
        "    return {**x} if a else f'{b}-{a:>3}'\n"
    )
    for number in range(len(list(Sites("m.py", source)))):
        sites = Sites("m.py", source)
        site = list(sites)[number]
        site.apply()
        compile(ast.fix_missing_locations(sites.tree), "m.py", "exec")
