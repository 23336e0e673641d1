"""Audited scores for recorded hands of Italian tarot games."""

__version__ = "0.1.0"
