"""Where paths lead, which container this is, how commands are planned: examples and properties."""

from __future__ import annotations

import doctest
import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.sandbox import (
    DOMAIN,
    Features,
    InvalidPath,
    LinkLoop,
    Place,
    decide_mode,
    detect,
    make_plan,
    resolve,
)
from hanzo_reference.spec import contract

PLACE = Place(["/work"], "/tmp/t", "/work")  # noqa: S108 - a name in an example
names = st.sampled_from(["a", "b", "c", "..", ".", "", "é"])
texts = st.lists(names, min_size=1, max_size=6).map("/".join)
paths = st.tuples(st.sampled_from(["", "/"]), texts).map("".join).filter(bool)
places = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=3).map(
    lambda found: "/" + "/".join(found)
)
trees = st.dictionaries(places, paths, max_size=5)
features = st.builds(
    Features, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.integers(0, 8)
)


def nothing(_: str) -> None:
    return None


@given(paths, paths, trees)
def test_a_canonical_path_leads_to_itself(path: str, base: str, links: dict[str, str]) -> None:
    try:
        found = resolve(path, f"/{base}", links.get)
    except LinkLoop:
        return
    assert found.startswith("/")
    assert found == "/" or not found.endswith("/")
    assert resolve(found, "/elsewhere", links.get) == found
    # No part of it is a link any more.
    parts = found.split("/")
    assert not {"/".join(parts[: end + 1]) for end in range(1, len(parts))} & set(links)


@given(paths, trees)
def test_a_path_leads_where_its_parts_lead_one_by_one(path: str, links: dict[str, str]) -> None:
    try:
        whole = resolve(path, "/", links.get)
    except LinkLoop:
        return
    here = "/"
    for name in path.split("/"):
        here = resolve(name or ".", here, links.get)
    assert here == whole


def test_a_name_that_is_no_text_is_no_path() -> None:
    with pytest.raises(InvalidPath):
        resolve("a\udcff", "/", nothing)


def test_what_reads_links_is_asked_for_canonical_places_only() -> None:
    asked: list[str] = []

    def read(place: str) -> str | None:
        asked.append(place)
        return "../d" if place == "/a/b" else None

    assert resolve("a/./b//c/../e", "/", read) == "/d/e"
    assert asked == ["/a", "/a/b", "/d", "/d/c", "/d/e"]


def test_of_all_signs_the_first_that_there_is_counts() -> None:
    signs = [("0::/kubepods/docker", "k8s"), ("0::/docker", "docker"), (None, None), ("0::/", None)]
    for (cgroup, by_cgroup), docker, podman, host in itertools.product(
        signs, (False, True), (False, True), (None, "", "h")
    ):
        expected = by_cgroup
        if expected is None and docker:
            expected = "docker"
        elif expected is None and podman:
            expected = "podman"
        elif expected is None and host:
            expected = "k8s"
        assert detect(cgroup, host, dockerenv=docker, containerenv=podman) == expected


def test_a_container_decides_where_nobody_has() -> None:
    assert decide_mode(None, None) == "workspace"
    assert decide_mode(None, "podman") == "off"
    assert decide_mode("allowlist", "podman") == "allowlist"


@given(features, st.sampled_from(["linux", "macos", "other"]))
def test_a_plan_sets_up_or_wraps_or_does_neither(found: Features, platform: str) -> None:
    plan = make_plan("workspace", platform, found, PLACE, ["make", ""])  # type: ignore[arg-type] # a word of three
    wraps = plan.enforcement in ("bwrap", "seatbelt")
    assert (plan.argv != ("make", "")) is wraps
    assert plan.argv[-2:] == ("make", "")
    assert bool(plan.setup) is (plan.enforcement in ("namespace", "landlock"))
    if plan.setup:
        # What refuses calls is last: the steps themselves need some of them.
        assert [step[0] for step in plan.setup].index("seccomp") == len(plan.setup) - 1
        assert found.seccomp
    if plan.enforcement == "landlock":
        assert found.landlock >= 3


@given(st.lists(places, max_size=5), features)
def test_what_holds_a_path_is_mounted_before_it(roots: list[str], found: Features) -> None:
    place = Place(roots, "/tmp/t", "/")  # noqa: S108 - a name in an example
    plan = make_plan("allowlist", "linux", found, place, ["true"])
    bound = [step[1] for step in plan.setup if step[0] == "bind"]
    bound += [after for word, after in itertools.pairwise(plan.argv) if word == "--bind"]
    for inner, outer in itertools.product(bound, bound):
        if inner.startswith(f"{outer}/"):
            assert bound.index(outer) < bound.index(inner)


def test_the_example_of_the_specification_is_true() -> None:
    block = re.search(r"```pycon\n(.*?)```", contract.specification(DOMAIN), re.DOTALL)
    assert block is not None
    parsed = doctest.DocTestParser().get_doctest(block[1], {}, "spec.md", "spec.md", 0)
    assert doctest.DocTestRunner().run(parsed).failed == 0
