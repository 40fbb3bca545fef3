"""Run records and event streams, written and read back."""
