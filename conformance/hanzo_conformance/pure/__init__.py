"""Rules without I/O: strict JSON, comparison, selection, baselines, protocol, session."""
