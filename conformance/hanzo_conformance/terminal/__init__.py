"""The one way to a terminal: harmless text, folding, progress, values of options."""
