"""Numbers of 32 and 64 bits, their ends among them more often than by chance."""

from __future__ import annotations

from hypothesis import strategies as st

U32 = 2**32 - 1
U64 = 2**64 - 1
u64 = st.one_of(
    st.integers(0, U64),
    st.sampled_from([0, 1, 2, 2**53 - 1, 2**53 + 1, 2**63 - 1, 2**63, U64 - 1, U64]),
)
