"""Verdicts, and in what an answer differs from what was asked for."""
