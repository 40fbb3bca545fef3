"""The cases of names: spellings, look-alikes, and the end of the 90 days."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, result

HIP = "HIP-0301 §17"
REPL = "hanzo-repl is now called hanzo-dev: install hanzo-dev instead"
SCOPED = "@hanzo/repl is now called @hanzo/dev: install @hanzo/dev instead"
WORDS = {"crates": ("hanzo-dev", REPL), "pypi": ("hanzo-dev", REPL), "npm": ("@hanzo/dev", SCOPED)}
# 1 March 2026, 00:00 UTC, and 90 days later: 30 May 2026, 00:00 UTC, by date(1).
SPRING, SUMMER, LATER = 1_772_323_200, 1_780_099_200, 4_102_444_800

# slug, description, requirements, flags, registry, name, anchor
OLD = (
    ("old-on-crates", "The old crate leads to the new one", "REN-1 REN-7 REN-9", "",
     "crates", "hanzo-repl", HIP),
    ("old-on-pypi", "The old package of PyPI leads to the new one", "REN-1 REN-7 REN-9", "",
     "pypi", "hanzo-repl", HIP),
    ("old-on-npm", "The old package of npm leads to the new one", "REN-1 REN-7 REN-9", "",
     "npm", "@hanzo/repl", HIP),
    ("pypi-capitals", "PyPI has no case", "REN-2 REN-7", "spelling",
     "pypi", "HANZO-Repl", "PEP 503"),
    ("pypi-underscore", "An underscore is a hyphen on PyPI", "REN-2", "spelling",
     "pypi", "hanzo_repl", "PEP 503"),
    ("pypi-full-stop", "A full stop is a hyphen on PyPI", "REN-2", "spelling",
     "pypi", "hanzo.repl", "PEP 503"),
    ("pypi-run-of-separators", "A run of separators is one hyphen on PyPI", "REN-2", "spelling",
     "pypi", "hanzo-_.-repl", "PEP 503"),
    ("crates-capitals", "crates.io has no case", "REN-3 REN-7", "spelling",
     "crates", "Hanzo-REPL", "crates.io"),
    ("crates-underscore", "An underscore is a hyphen on crates.io", "REN-3", "spelling",
     "crates", "hanzo_repl", "crates.io"),
)  # fmt: skip

NEW = (
    ("new-on-crates", "The new crate is itself", "REN-1 REN-6", "", "crates", "hanzo-dev", HIP),
    ("new-on-pypi", "The new package of PyPI is itself", "REN-1 REN-6", "",
     "pypi", "hanzo-dev", HIP),
    ("new-on-npm", "The new package of npm is itself", "REN-1 REN-6", "", "npm", "@hanzo/dev", HIP),
    ("new-on-pypi-in-another-spelling", "Another spelling comes back as published", "REN-2 REN-6",
     "spelling", "pypi", "Hanzo.__DEV", "PEP 503"),
    ("new-on-crates-in-another-spelling", "Another spelling comes back as published",
     "REN-3 REN-6", "spelling", "crates", "HANZO_dev", "crates.io"),
)  # fmt: skip

FOREIGN = (
    ("longer-name", "A name that goes on is another one", "REN-8", "look-alike",
     "pypi", "hanzo-repl-x", HIP),
    ("longer-name-in-front", "A name that begins before is another one", "REN-8", "look-alike",
     "crates", "x-hanzo-repl", HIP),
    ("no-separator", "A name without its hyphen is another one", "REN-2 REN-8", "look-alike",
     "pypi", "hanzorepl", "PEP 503"),
    ("separator-at-the-end", "A separator at the end is part of the name", "REN-2 REN-8",
     "spelling", "pypi", "hanzo-repl-", "PEP 503"),
    ("separator-in-front", "A separator in front is part of the name", "REN-2 REN-8", "spelling",
     "pypi", ".hanzo-dev", "PEP 503"),
    ("npm-with-a-digit", "A scoped name that goes on is another one", "REN-8", "look-alike",
     "npm", "@hanzo/repl2", HIP),
    ("npm-capitals", "npm has case", "REN-4", "spelling", "npm", "@hanzo/REPL", "npm"),
    ("npm-scope-in-capitals", "The scope has case, too", "REN-4", "spelling",
     "npm", "@Hanzo/dev", "npm"),
    ("npm-without-scope", "The name of the other registries is no name of npm's", "REN-1 REN-4",
     "spelling", "npm", "hanzo-repl", HIP),
    ("npm-underscore", "An underscore is no hyphen on npm", "REN-4", "spelling",
     "npm", "@hanzo_repl", "npm"),
    ("pypi-with-a-scope", "The name of npm is no name of PyPI's", "REN-1 REN-8", "spelling",
     "pypi", "@hanzo/repl", HIP),
    ("crates-with-a-scope", "The name of npm is no name of crates.io's", "REN-1 REN-8", "spelling",
     "crates", "@hanzo/dev", HIP),
    ("npm-upper-case-name-of-others", "Capitals of another registry's name", "REN-4 REN-8",
     "spelling", "npm", "HANZO_REPL", HIP),
    ("crates-full-stop", "A full stop is no hyphen on crates.io", "REN-3", "spelling",
     "crates", "hanzo.repl", "crates.io"),
    ("crates-two-hyphens", "Two separators are not one on crates.io", "REN-3", "spelling",
     "crates", "hanzo-_repl", "crates.io"),
    ("pypi-cyrillic", "A Cyrillic letter that looks the same is another one", "REN-5",
     "look-alike", "pypi", "hanzo-r\u0435pl", "PEP 508"),
    ("npm-cyrillic", "A Cyrillic letter that looks the same is another one", "REN-5",
     "look-alike", "npm", "@h\u0430nzo/dev", "npm"),
    ("crates-long-s", "A letter that folds to none of ours", "REN-5", "look-alike",
     "crates", "hanzo-repl\u017f", "crates.io"),
    ("pypi-full-width-letter", "A letter that only compatibility makes ours", "REN-5",
     "look-alike", "pypi", "\uff48anzo-dev", "PEP 508"),
    ("crates-full-width-hyphen", "A hyphen that only compatibility makes ours", "REN-5",
     "look-alike", "crates", "hanzo\uff0ddev", "crates.io"),
    ("empty-name", "Nothing is no name of ours", "REN-8", "", "pypi", "", HIP),
    ("space-behind", "A name is not trimmed", "REN-8", "spelling", "pypi", "hanzo-dev ", HIP),
    ("line-feed-behind", "A line feed at the end is not overlooked", "REN-8", "spelling",
     "crates", "hanzo-repl\n", HIP),
    ("separators-alone", "A name of separators is none of ours", "REN-8", "spelling",
     "pypi", "-_.", HIP),
)  # fmt: skip

# slug, description, registry, published_s, now_s, state
TIMES = (
    ("the-day-it-is-published", "At once it is deprecated", "pypi", SPRING, SPRING, "deprecated"),
    ("the-second-before-90-days", "One second is left", "pypi", SPRING, SUMMER - 1, "deprecated"),
    ("at-90-days", "At 90 days it is gone", "pypi", SPRING, SUMMER, "yanked"),
    ("the-second-before-90-days-on-npm", "One second is left", "npm", SPRING, SUMMER - 1,
     "deprecated"),
    ("at-90-days-on-npm", "At 90 days it is gone", "npm", SPRING, SUMMER, "yanked"),
    ("long-after-90-days-on-crates", "It stays gone", "crates", SPRING, LATER, "yanked"),
    ("published-at-the-epoch", "The epoch is a time like any other", "crates", 0, 7_776_000,
     "yanked"),
    ("before-it-is-published", "A time before its publication", "crates", SUMMER, SPRING,
     "deprecated"),
    ("not-published-and-late", "What is not published has no end", "crates", None, LATER,
     "deprecated"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Old names, new ones, foreign ones, times."""
    for number, (slug, description, ids, flags, registry, name, anchor) in enumerate(OLD):
        new, words = WORDS[registry]
        # Every second one is asked for when its time is over.
        times, state = (((None, SPRING), "deprecated"), ((SPRING, LATER), "yanked"))[number % 2]
        yield _case(slug, description, ids, flags, registry, name, times,
                    (new, state, words), anchor)  # fmt: skip
    for slug, description, ids, flags, registry, name, anchor in NEW:
        yield _case(slug, description, ids, flags, registry, name, (SPRING, SUMMER),
                    (WORDS[registry][0], "current", None), anchor)  # fmt: skip
    for slug, description, ids, flags, registry, name, anchor in FOREIGN:
        yield _case(slug, description, ids, flags, registry, name, (SPRING, SUMMER),
                    (name, "unrelated", None), anchor)  # fmt: skip
    for slug, description, registry, published, now, state in TIMES:
        old = "@hanzo/repl" if registry == "npm" else "hanzo-repl"
        new, words = WORDS[registry]
        yield _case(slug, description, "REN-7", "off-by-one", registry, old, (published, now),
                    (new, state, words), HIP)  # fmt: skip


def _case(
    slug: str, description: str, ids: str, flags: str, registry: str, name: str,
    times: tuple[int | None, int], answer: tuple[str, str, str | None], anchor: str,
) -> Case:  # fmt: skip
    return Case(
        slug=slug,
        description=description,
        requirements=ids.split(),
        flags=flags.split(),
        operation="resolve",
        input={"registry": registry, "name": name, "published_s": times[0], "now_s": times[1]},
        expected=result({"name": answer[0], "state": answer[1], "warning": answer[2]}),
        anchor=anchor,
    )
