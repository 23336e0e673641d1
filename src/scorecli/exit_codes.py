"""What the exit code of a command says."""

from typing import Final

FINDINGS: Final = 1
"""There is at least one error, or what was asked is not so."""

UNREADABLE: Final = 2
"""Something could not be read or used."""

CRASH: Final = 101
"""The program has a fault."""

INTERRUPTED: Final = 130
"""Somebody broke it off."""
