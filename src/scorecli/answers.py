"""Short answers that people type: a team, a seat, a number, yes or no."""

import re
from typing import Final

from scorecli.errors import UsageError
from scorecli.nearest import did_you_mean
from scorecli.seats import SEATS, TEAMS

_YES: Final = ("y", "yes", "s", "si", "sì", "sim", "д", "да", "có", "co")
_NO: Final = ("n", "no", "não", "nao", "н", "нет", "không", "khong")
_WHOLE_NUMBER: Final = re.compile("[+-]?[0-9]{1,6}")


def team_named(text: str) -> str:
    """A team by its name or one of its seats, in either case.

    Raises:
        UsageError: if it is none.
    """
    word = text.strip().upper()
    for team in TEAMS:
        if word and (word == team or word == team[::-1] or word in team):
            return team
    raise UsageError(f"{text.strip()!r} is no team: NS or EW")


def seat_named(text: str) -> str:
    """A seat by its letter, in either case.

    Raises:
        UsageError: if it is none.
    """
    word = text.strip().upper()
    if word not in SEATS:
        raise UsageError(f"{text.strip()!r} is no seat: {', '.join(SEATS)}")
    return word


def whole_number(text: str) -> int:
    """A whole number, with or without a sign.

    Raises:
        UsageError: if it is none, or has more than six digits.
    """
    word = text.strip().replace("−", "-")
    if not _WHOLE_NUMBER.fullmatch(word):
        raise UsageError(f"{text.strip()!r} is no whole number")
    return int(word)


def said_yes(text: str, *, otherwise: bool) -> bool:
    """Whether an answer is yes, in one of the languages.

    Args:
        text: the answer.
        otherwise: what nothing stands for.

    Raises:
        UsageError: if it is neither yes nor no.
    """
    word = text.strip().casefold()
    if not word:
        return otherwise
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise UsageError(f"{text.strip()!r} is neither yes nor no{did_you_mean(word, (*_YES, *_NO))}")
