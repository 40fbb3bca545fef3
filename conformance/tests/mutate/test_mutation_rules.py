"""Which rules a mutant drops alone, and which could go without anybody's notice."""

from __future__ import annotations

from hanzo_conformance.mutate.rules import RuleNotice, rule_lines, rule_notices

CITING = {"GATE-1": ["a", "b"], "GATE-2": ["b", "c"], "GATE-3": ["d"]}


def test_a_mutant_that_only_vectors_of_a_rule_notice_drops_it_alone() -> None:
    found = rule_notices(CITING, [["a"], ["b"], ["a", "c"], [], ["c"]])
    assert found == [
        RuleNotice("GATE-1", noticed=3, alone=2),
        RuleNotice("GATE-2", noticed=3, alone=2),
        RuleNotice("GATE-3", noticed=0, alone=0),
    ]


def test_a_rule_whose_vectors_notice_nothing_is_named() -> None:
    lines = rule_lines("gate", rule_notices(CITING, [["a"], ["b", "c", "d"]]))
    assert lines == ["gate: 3 rules, 1 of them dropped alone by some mutant"]
    lines = rule_lines("gate", rule_notices(CITING, [["a"]]))
    assert lines[1:] == [
        "UNNOTICED GATE-2: none of its vectors notices any mutant",
        "UNNOTICED GATE-3: none of its vectors notices any mutant",
    ]
