"""A finished hand put together from what people say of it: piles, last trick, declarations.

Each answer is checked at once, against the pack and against what was said before; all of them make
a record at level `piles`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from scorecli.answers import team_named, whole_number
from scorecli.audit import audit
from scorecli.audit_source import Audited
from scorecli.cards import Pack
from scorecli.errors import UnreadableRecordError, UsageError
from scorecli.games import names_of
from scorecli.games.base import Game, Setting
from scorecli.judging import read_cards
from scorecli.record.pieces import Place
from scorecli.record.schema import FORMAT, Record
from scorecli.record.writing import compact_text
from scorecli.seats import SEATS, TEAMS
from scorecli.table.wording import how_many

PLACE: Final = Place("tally")
"""Where a record stands that is not written down yet."""


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
        number = whole_number(text)
        if number < named:
            raise UsageError(f"{how_many(named, 'card')} of {team} named: it cannot have {number}")
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
        self.fields["running"] = {"settled_resti": whole_number(resti), "lead": whole_number(lead)}

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
