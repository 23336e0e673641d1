"""A finished hand put together from what people say of it: piles, last trick, declarations.

Each answer is checked at once, against the pack and against what was said before; all of them make
a record at level `piles`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

from scorecli.audit import audit
from scorecli.audit_source import Audited
from scorecli.cards import Pack
from scorecli.errors import UnreadableRecordError, UsageError
from scorecli.games import names_of
from scorecli.games.base import Game, Setting
from scorecli.judging import read_cards
from scorecli.ledger import ERROR
from scorecli.nearest import did_you_mean
from scorecli.record.schema import FORMAT, Record
from scorecli.record.sources import Place
from scorecli.record.writing import compact_text
from scorecli.table.seats import SEATS, TEAMS
from scorecli.typed_cards import grouped

PLACE: Final = Place("tally")
"""Where a record stands that is not written down yet."""

_YES: Final = ("y", "yes", "s", "si", "sì", "sim", "д", "да", "có", "co")
_NO: Final = ("n", "no", "não", "nao", "н", "нет", "không", "khong")
_WHOLE_NUMBER: Final = re.compile("[+-]?[0-9]{1,6}")


@dataclass(slots=True)
class Tally:
    """A hand in the making.

    Attributes:
        game: its game.
        overrides: the house rules that are set.
        fields: the record so far.
        notes: what was read otherwise than it was typed.
    """

    game: Game
    overrides: Mapping[str, Setting]
    fields: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def pack(self) -> Pack:
        """The pack under the house rules that are set."""
        return self.game.pack_for(self.game.rules_set(self.overrides))

    def cards(self, text: str) -> list[str]:
        """The codes of cards that were typed.

        Raises:
            UsageError: if they are no cards of the game.
        """
        names = names_of(self.game.name)
        return self.pack.codes_of(read_cards([text], self.game.name, self.pack, names, self.notes))

    def pile(self, team: str, text: str) -> None:
        """What a team captured.

        Raises:
            UsageError: if it is not cards, or one of them is in the other pile.
        """
        codes = self.cards(text) if text.strip() else []
        other = self.fields.get("piles", {}).get(TEAMS[1 - TEAMS.index(team)], [])
        both = [code for code in codes if code in other and self.pack.codes.count(code) == 1]
        if both:
            stand = "stands" if len(both) == 1 else "stand"
            raise UsageError(f"{', '.join(both)} {stand} in the other pile already")
        self.fields.setdefault("piles", {})[team] = codes

    def size(self, team: str, text: str) -> None:
        """How many cards a pile has, those that are not named included.

        Raises:
            UsageError: if it is no number, or fewer than are named.
        """
        named = len(self.fields.get("piles", {}).get(team, []))
        number = _number(text)
        if number < named:
            raise UsageError(f"{named} cards of {team} are named: it can not have {number}")
        self.fields.setdefault("pile_cards", {})[team] = number

    def last_trick(self, text: str) -> None:
        """The team that took the last trick."""
        self.fields["last_trick"] = team_named(text)

    def declaration(self, seat: str, text: str) -> None:
        """What a seat declared: its combinations, a semicolon between them.

        Raises:
            UsageError: if it is not cards, or the game has no declarations.
        """
        self._check_key("declarations", "no declarations")
        items = [{"cards": self.cards(part)} for part in text.split(";") if part.strip()]
        self.fields.setdefault("declarations", {})[seat] = items

    def captured(self, seat: str | None) -> None:
        """The piles are as they were captured, and this seat played the Matto, if that is known."""
        self.fields["settled"] = False
        if seat is not None:
            self.fields["matto"] = {"played_by": seat}

    def paid(self, text: str) -> None:
        """The card that was given for the Matto."""
        codes = self.cards(text)
        if len(codes) != 1:
            raise UsageError(f"one card is given for the Matto, not {len(codes)}")
        self.fields["matto_payment"] = codes[0]

    def may_owe_a_card(self) -> bool:
        """Whether a card has to be given for the Matto, as far as is known who played it.

        That depends on the game, on its house rules, and on where the Matto lies.
        """
        if self.fields.get("settled") is not False:
            return False
        said: Mapping[str, Any] | None = self.fields.get("matto")
        for seat in [said["played_by"]] if said else SEATS[:2]:
            asked = Tally(self.game, self.overrides)
            asked.fields = {**self.fields, "matto": {"played_by": seat}, "matto_payment": None}
            found = asked.audited().audit.findings
            if any(one.code == "assumed-payment" for one in found):
                return True
        return False

    def running(self, resti: str, lead: str) -> None:
        """Where the scoring events of Minchiate led, NS positive.

        Raises:
            UsageError: if it is not numbers, or the game has no resti.
        """
        self._check_key("running", "neither resti nor a lead")
        self.fields["running"] = {"settled_resti": _number(resti), "lead": _number(lead)}

    def _check_key(self, key: str, what: str) -> None:
        if key not in self.game.own_keys:
            raise UsageError(f"{self.game.title} has {what}")

    def record(self) -> Record:
        """The record as it stands."""
        fields = {"format": FORMAT, "variant": self.game.name, **self.fields}
        if "declarations" in self.game.own_keys:
            fields.setdefault("declarations", {})
        if self.overrides:
            fields["house_rules"] = dict(self.overrides)
        return cast("Record", fields)

    def audited(self) -> Audited:
        """The hand, audited.

        Raises:
            UsageError: if what was said makes no record.
        """
        record = self.record()
        try:
            return Audited(PLACE, audit(record), compact_text(record).encode())
        except UnreadableRecordError as error:
            raise UsageError(str(error)) from None


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


def _number(text: str) -> int:
    word = text.strip().replace("−", "-")
    if not _WHOLE_NUMBER.fullmatch(word):
        raise UsageError(f"{text.strip()!r} is no whole number")
    return int(word)


def said_yes(text: str) -> bool:
    """Whether an answer is yes, in one of the languages; nothing is yes.

    Raises:
        UsageError: if it is neither yes nor no.
    """
    word = text.strip().casefold()
    if not word or word in _YES:
        return True
    if word in _NO:
        return False
    raise UsageError(f"{text.strip()!r} is neither yes nor no{did_you_mean(word, (*_YES, *_NO))}")


# Asking step by step


class Step(NamedTuple):
    """A question.

    Attributes:
        question: the question.
        hint: how to answer, for who asks.
        answer: takes the answer and tells what was understood, line by line; it raises a
            `UsageError` if the answer can not be used.
        needed: whether the question is to be asked, by what was said before.
    """

    question: str
    hint: str
    answer: Callable[[str], list[str]]
    needed: Callable[[], bool] = lambda: True


def steps_of(tally: Tally) -> list[Step]:
    """The questions about a finished hand of a game, in the order in which they are asked."""
    steps = [
        Step(
            "Whose pile do you name, NS or EW?",
            "One pile is enough, the other follows from the pack; name the smaller one.",
            lambda text: _whose(tally, text),
        ),
        Step(
            "Its cards?",
            "As you like: CKQJ, Re di Coppe, T16-12, kings; plain cards may be left out.",
            lambda text: _cards_of_pile(tally, text),
        ),
        Step(
            "How many cards has it in all? (Enter: just these)",
            "If plain cards were left out, count the pile.",
            lambda text: _size_of_pile(tally, text),
        ),
        Step(
            "Is the Matto settled, back with its team and paid for? (Enter: yes)",
            "No: the pile is as it was captured.",
            lambda text: _settled(tally, text),
        ),
        Step(
            "Who played the Matto, S, E, N or W? (Enter: not known)",
            "The team that played it takes it back.",
            lambda text: _matto(tally, text),
            lambda: tally.fields.get("settled") is False,
        ),
        Step(
            "Which card was given for it? (Enter: not known)",
            "If it is not known, the best card for the giver is assumed.",
            lambda text: _paid(tally, text),
            tally.may_owe_a_card,
        ),
        Step(
            "Who took the last trick, NS or EW? (Enter: not known)",
            "If it is not known, the score has bounds.",
            lambda text: _last(tally, text),
            lambda: "last_trick" in tally.game.figures,
        ),
    ]
    if "declarations" in tally.game.own_keys and "running" not in tally.game.own_keys:
        steps += [_declaration_step(tally, seat) for seat in SEATS]
    if "running" in tally.game.own_keys:
        steps.append(
            Step(
                "Resti and lead before the final count, NS positive, such as 1 -25? (Enter: not"
                " known)",
                "Two numbers: the net resti in play and the lead in points.",
                lambda text: _running(tally, text),
            )
        )
    return steps


def _whose(tally: Tally, text: str) -> list[str]:
    team = team_named(text)
    tally.fields["piles"] = {team: []}
    tally.fields.pop("pile_cards", None)
    return []


def _team(tally: Tally) -> str:
    (team,) = tally.fields["piles"]
    return str(team)


def _cards_of_pile(tally: Tally, text: str) -> list[str]:
    team = _team(tally)
    tally.pile(team, text)
    codes = tally.fields["piles"][team]
    return [
        f"{team}, {len(codes)} card{'' if len(codes) == 1 else 's'}: {grouped(tally.pack, codes)}"
    ]


def _size_of_pile(tally: Tally, text: str) -> list[str]:
    team = _team(tally)
    tally.fields.pop("pile_cards", None)
    if text.strip():
        tally.size(team, text)
    _check(tally, "pile_cards")
    other = TEAMS[1 - TEAMS.index(team)]
    rest = tally.pack.without(tally.pack.everything, tally.pack.mask(tally.fields["piles"][team]))
    return [f"{other} has the others, of {grouped(tally.pack, tally.pack.codes_of(rest))}"]


def _check(tally: Tally, *keys: str) -> None:
    """Take back what was said last, if with it the hand contradicts itself."""
    audited = tally.audited().audit
    if audited.hand.valid:
        return
    for key in keys:
        tally.fields.pop(key, None)
    raise UsageError("; ".join(one.message for one in audited.findings if one.severity == ERROR))


def _settled(tally: Tally, text: str) -> list[str]:
    for key in ("settled", "matto", "matto_payment"):
        tally.fields.pop(key, None)
    if not said_yes(text):
        tally.captured(None)
        _check(tally, "settled")
    return []


def _matto(tally: Tally, text: str) -> list[str]:
    tally.fields.pop("matto", None)
    if text.strip():
        tally.captured(seat_named(text))
        _check(tally, "matto")
    return []


def _paid(tally: Tally, text: str) -> list[str]:
    tally.fields.pop("matto_payment", None)
    if text.strip():
        tally.paid(text)
        return [f"given: {tally.fields['matto_payment']}"]
    return []


def _last(tally: Tally, text: str) -> list[str]:
    tally.fields.pop("last_trick", None)
    if text.strip():
        tally.last_trick(text)
        _check(tally, "last_trick")
    return []


def _declaration_step(tally: Tally, seat: str) -> Step:
    return Step(
        f"What did {seat} declare? (Enter: nothing)",
        "The cards of each combination, a semicolon between combinations.",
        lambda text: _declared(tally, seat, text),
    )


def _declared(tally: Tally, seat: str, text: str) -> list[str]:
    tally.fields.setdefault("declarations", {}).pop(seat, None)
    if not text.strip():
        return []
    tally.declaration(seat, text)
    items = tally.fields["declarations"][seat]
    wrong = [
        one.message
        for one in tally.audited().audit.findings
        if one.severity == ERROR and one.seat == seat and one.path.startswith("$.declarations")
    ]
    if wrong:
        del tally.fields["declarations"][seat]
        raise UsageError("; ".join(wrong))
    return [f"{seat} declares {'; '.join(grouped(tally.pack, item['cards']) for item in items)}"]


def _running(tally: Tally, text: str) -> list[str]:
    tally.fields.pop("running", None)
    words = text.split()
    if not words:
        return []
    if len(words) != 2:
        raise UsageError("two numbers are needed: resti and lead")
    tally.running(*words)
    return []
