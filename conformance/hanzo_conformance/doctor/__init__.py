"""``doctor``: whether the installation is sound and an adapter keeps to the protocol."""
