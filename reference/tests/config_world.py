"""Files of settings in three tiers, loaded from values or from bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from hanzo_reference.config import Loaded, load_config

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


def encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def load(
    user: Any = None, project: Any = None, local: Any = None, env: Mapping[str, str] | None = None
) -> Loaded:
    """Load three files, each a value, its bytes, or None when it is missing."""

    def data(file: Any) -> bytes | None:
        return file if file is None or isinstance(file, bytes) else encode(file)

    return load_config(data(user), data(project), data(local), env or {})
