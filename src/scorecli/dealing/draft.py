"""A hand in the making: laid away, declared, played, paid for and claimed, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, cast

from scorecli.audit import Audit, audit
from scorecli.dealing.chance import below, choose, happens
from scorecli.dealing.special import RecordFields, Special, special_in_declarations, special_of
from scorecli.games.base import Game, HouseRules
from scorecli.ledger import Combination
from scorecli.record.schema import Record, TeamClaims
from scorecli.seats import SEAT_NUMBER, SEATS, TEAMS, TURNS, team_of
from scorecli.table.replay import replay
from scorecli.table.wording import play_path

_KEY_ORDER: Final = {key: place for place, key in enumerate(Record.__annotations__)}
_FIGURES: Final = tuple(TeamClaims.__annotations__)
_HANDS_UNKNOWN: Final = (None, None, None, None)
_BEFORE_THE_PLAY: Final = (
    *("cutter", "robbed", "turned_up", "taken", "fola", "discards"),
    "announced_trumps",
)


def in_record_order(figures: Mapping[str, int | None]) -> dict[str, int | None]:
    """The figures of a team, claimed, in the order of the format."""
    return {name: figures[name] for name in _FIGURES if name in figures}


@dataclass(slots=True)
class Draft:
    """A record in the making; each step may be done again, with another outcome.

    Attributes:
        game: its game.
        rng: the chance that decides.
        record: the record so far, with hands and dealer.
        special: what is special in its game.
    """

    game: Game
    rng: Random
    record: RecordFields
    special: Special = field(init=False)

    def __post_init__(self) -> None:
        """Look up what is special in the game."""
        self.special = special_of(self.game)

    @property
    def rules(self) -> HouseRules:
        """The house rules: always the defaults."""
        return self.game.defaults

    def kept(self, seat: str) -> int:
        """The mask of the cards that a seat plays with."""
        pack = self.game.pack
        dealt = pack.mask(self.record["hands"][seat])
        return pack.without(dealt, pack.mask(self.record.get("discards", {}).get(seat, ())))

    def audited(self) -> Audit:
        """The audit of the record as it stands."""
        return audit(cast("Record", self.record))

    def pick(self, numbers: Sequence[int]) -> int:
        """One of some numbers: the chance that the game asks for."""
        return choose(self.rng, numbers)

    def lay_away(self, *, lawful: bool = True) -> str | None:
        """Lay the cards away that are too many; None if there is no such choice.

        Args:
            lawful: whether the game allows what is laid away.

        Returns:
            The seat whose discards are unlawful, the dealer if none are.
        """
        laid_away = self.special.lay_away(self.record, self.pick, lawful=lawful)
        if laid_away is None:
            return None
        fields, seat = laid_away
        self.record |= fields
        return seat

    def declare(self) -> None:
        """Let each seat declare all, a list, or nothing, some with the points they claim."""
        if "declarations" in self.game.foreign_keys:
            return
        declarations = ((seat, self._declaration(seat)) for seat in SEATS)
        self.record["declarations"] = {seat: what for seat, what in declarations if what}

    def _declaration(self, seat: str) -> Any:
        special = special_in_declarations(self.game)
        whole = special.declarable(self.kept(seat), self.rules)
        points = whole.points
        if not points or happens(self.rng, 0.2):
            return None
        items: Any = "all" if happens(self.rng, 0.85) else self.items(seat)
        if special.MAY_LEAVE_OUT and items != "all" and len(items) > 1:
            left_out = below(self.rng, len(items))
            del items[left_out]
            points -= whole.combinations[left_out].points
        return {"items": items, "points": points} if happens(self.rng, 0.15) else items

    def items(self, seat: str) -> list[RecordFields]:
        """A list of all that a seat can declare, in which each item has one meaning."""
        held = self.kept(seat)
        found = special_in_declarations(self.game).declarable(held, self.rules).combinations
        return [
            self.item(held, one.cards | one.counters, one, claimed=happens(self.rng, 0.3))
            for one in found
        ]

    def item(
        self, held: int, named: int, meant: Combination, *, claimed: bool = False
    ) -> RecordFields:
        """An item of a declaration; its kind is named where its cards can mean several things."""
        item: RecordFields = {"cards": self.game.pack.codes_of(named)}
        meanings = special_in_declarations(self.game).meanings(named, held, self.rules)
        if len(meanings) > 1 or happens(self.rng, 0.3):
            item["kind"] = meant.kind
        if claimed:
            item["points"] = meant.points
        return item

    def play(
        self, *, slip: str | None = None, slip_from: int = 0, misled: int | None = None
    ) -> str | None:
        """Play all tricks at random and legally, but for one slip where one is wanted.

        Args:
            slip: the code of the duty that the first card that can break it breaks.
            slip_from: the play, counted from 0, before which no duty is broken.
            misled: the trick, counted from 0, that a seat leads which has no right to.

        Returns:
            The path of the slip, or None if there was none.
        """
        pack = self.game.pack
        held = [self.kept(seat) for seat in SEATS]
        leader = (SEAT_NUMBER[self.record["dealer"]] + 1) % 4
        tricks: list[list[int]] = []
        written: list[Any] = []
        path = None
        for trick in range(self.game.hand_size):
            if trick == misled:
                leader = (leader + 1 + below(self.rng, 3)) % 4
                path = f"$.tricks[{trick}].lead"
            cards: list[int] = []
            for place, seat in enumerate(TURNS[leader]):
                choice, breaches = self._duties(held[seat], cards, tricks)
                if path is None and 4 * trick + place >= slip_from:
                    wrong = breaches.get(slip, 0)
                    path = play_path(trick, place) if wrong else None
                    choice = wrong or choice
                cards.append(choose(self.rng, pack.cards(choice)))
                held[seat] &= ~pack.bits[cards[-1]]
            tricks.append(cards)
            codes = [pack.codes[card] for card in cards]
            written.append({"lead": SEATS[leader], "cards": codes} if trick == misled else codes)
            (leader,) = replay(pack, cards, leader, None, _HANDS_UNKNOWN).winners
        self.record["tricks"] = written
        return path

    def _duties(
        self, held: int, trick: Sequence[int], earlier: Sequence[Sequence[int]]
    ) -> tuple[int, dict[str | None, int]]:
        """The cards of a hand that may be played next, and by code those that break a duty."""
        following = self._following(held, trick)
        if must := self.special.must_play(held, trick, earlier):
            return must, {"king-drop": following & ~must}
        return following, {"revoke": held & ~following}

    def _following(self, held: int, trick: Sequence[int]) -> int:
        """The mask of the cards of a hand that follow the trick so far, or trump, as they must."""
        pack = self.game.pack
        for card in trick:
            # A led Matto sets no suit: the next card does.
            if card != pack.matto:
                return pack.legal(held, pack.suits[card])
        return held

    def pay(self) -> None:
        """Give a card for the Matto where one is owed."""
        self.record.pop("matto_payment", None)
        pack = self.game.pack
        if allowed := self.special.payments(self.audited().hand, self.rules):
            self.record["matto_payment"] = choose(self.rng, pack.codes_of(allowed))

    def claim(self) -> None:
        """Claim all that the record makes known, as it is."""
        self.record.pop("claims", None)
        score = self.audited().score
        if score is None:
            return
        claims: RecordFields = {}
        for team, figures in zip(TEAMS, score.figures, strict=True):
            known = {name: figures[name] for name in self.game.figures if figures[name] is not None}
            if known:
                claims[team] = in_record_order(known)
        if score.winner is not None:
            claims |= {"winner": score.winner, "margin": score.margin}
        claims |= self.special.further_claims(score, self.pick)
        if claims:
            self.record["claims"] = claims

    def keep_hands(self, seats: Sequence[str]) -> None:
        """Leave nothing of the play in the record, and the hands of these seats alone."""
        for key in (*_BEFORE_THE_PLAY, "tricks", "matto_payment"):
            self.record.pop(key, None)
        hands = self.record["hands"]
        self.record["hands"] = {seat: hands[seat] for seat in SEATS if seat in seats}

    def to_piles(self, piles: Mapping[str, Sequence[str]]) -> None:
        """Leave nothing of the play but the piles and what the count needs beside them."""
        audited = self.audited()
        assert audited.hand.replay is not None
        assert audited.score is not None
        last = TEAMS[team_of(audited.hand.replay.winners[-1])]
        for key in ("tricks", "matto_payment"):
            self.record.pop(key, None)
        self.record |= {"piles": piles, "last_trick": last}
        if audited.score.event_points is not None:
            self.record["events"] = [
                {"team": team, "points": points} for team, points in audited.score.event_points
            ]

    def break_off(self) -> None:
        """Break the hand off at a random card, with nothing settled."""
        played = 1 + below(self.rng, 4 * self.game.hand_size - 1)
        whole, rest = divmod(played, 4)
        tricks = self.record["tricks"]
        self.record["tricks"] = tricks[:whole] + ([tricks[whole][:rest]] if rest else [])
        self.record.pop("matto_payment", None)

    def finished(self) -> RecordFields:
        """The record with its keys in the order of the format; keys it does not know come last."""
        last = len(_KEY_ORDER)
        return dict(sorted(self.record.items(), key=lambda item: _KEY_ORDER.get(item[0], last)))
