"""Bytes in, bytes out, with bounds. What the bytes mean is nobody's business here."""
