"""The distribution's version, and nothing else, so that printing it costs no import."""

__version__ = "0.1.0"
