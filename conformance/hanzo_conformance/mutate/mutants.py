"""Mutants, told to a person: what was changed where, and how to say that no answer can show it."""

from __future__ import annotations

import json

from hanzo_conformance.mutate.mutation import Tried
from hanzo_conformance.values.wording import counted


def survivor_lines(room: str, tried: Tried) -> list[str]:
    """The lines that tell one survivor; the first says where it is."""
    it = tried.mutant
    if tried.reached:
        seen = f"{counted(tried.reached, 'vector')} {'runs' if tried.reached == 1 else 'run'} it, none notices"
    else:
        seen = "no vector gets here"
    about = f"; specification {it.requirement}" if it.requirement else ""
    return [
        f"SURVIVED {room}/{it.file}:{it.number} in {it.function} ({it.operator} of {it.subject})",
        f"  - {it.before}",
        f"  + {it.after}",
        f"  {seen}{about}",
    ]


def draft(tried: Tried) -> str:
    """An entry of ``mutants.toml`` for a survivor, but for its reason."""
    it = tried.mutant
    members = {"file": it.file, "function": it.function}
    if tried.reached:
        members["operator"] = it.operator
    members["subject"] = it.subject
    kind = "equivalent" if tried.reached else "unreached"
    # A JSON string is a basic string of TOML as well, but for DEL, which no code has.
    lines = [f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in members.items()]
    return "\n".join([f"[[{kind}]]", *lines, 'reason = ""', ""])
