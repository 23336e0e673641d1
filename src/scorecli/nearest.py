"""The nearest known word, for suggestions."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], alike: float = 0.5) -> str | None:
    """The known word most like `word`, whatever the case, or None if none is like it.

    Args:
        word: the word.
        known: the words that are known.
        alike: how much two words must be alike, from 0 to 1.
    """
    by_folded = {candidate.casefold(): candidate for candidate in known}
    close = get_close_matches(word.casefold(), by_folded, n=1, cutoff=alike)
    return by_folded[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence that suggests the nearest known word, or nothing."""
    suggestion = nearest(word, known)
    return f"; did you mean {suggestion!r}?" if suggestion else ""
