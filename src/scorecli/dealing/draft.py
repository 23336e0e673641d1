"""A hand in the making: laid away, declared, played, paid for and claimed, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any, Final, Protocol, cast

from scorecli.audit import Audit, audit
from scorecli.dealing.chance import below, choose, happens
from scorecli.games.base import Game, HouseRules
from scorecli.ledger import Combination
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.replay import replay
from scorecli.table.seats import SEAT_NUMBER, SEATS, TEAMS, TURNS
from scorecli.table.wording import play_path

RecordFields = dict[str, Any]
"""A record that may still change, and that may be made faulty on purpose."""

_KEY_ORDER: Final = {key: place for place, key in enumerate(Record.__annotations__)}
_HANDS_UNKNOWN: Final = (None, None, None, None)


class Declared(Protocol):
    """What a seat may declare: its combinations, and their points with all doublings."""

    @property
    def combinations(self) -> Sequence[Combination]:
        """The combinations."""

    @property
    def points(self) -> int:
        """Their points, doublings included."""


class Special(Protocol):
    """What the module `dealing` of a game's folder tells: all that is special in one game."""

    def may_lay_away(self, discards: int, /) -> bool:
        """Whether the dealer may lay these cards away."""

    def declarable(self, held: int, rules: HouseRules, /) -> Declared:
        """All that a seat may declare of the cards it holds."""

    def meanings(self, item: int, held: int, rules: HouseRules, /) -> Sequence[Combination]:
        """The combinations that the cards of a declared item can mean."""

    def payments(self, hand: Hand, rules: HouseRules, /) -> int:
        """The mask of the cards that may be given for the Matto, 0 if none is owed."""

    def piles(self, hand: Hand, payment: int, /) -> tuple[int, int]:
        """The masks of the settled piles of NS and EW."""


def special_of(game: Game) -> Special:
    """What is special in the hands of a game."""
    return cast("Special", import_module(f"scorecli.games.{game.name}.dealing"))


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

    def lay_away(self, *, lawful: bool = True) -> bool:
        """Lay away as many cards as the dealer has too many; False if there is no such choice.

        Args:
            lawful: whether the game allows what is laid away.
        """
        pack, dealer = self.game.pack, self.record["dealer"]
        dealt = pack.cards(pack.mask(self.record["hands"][dealer]))
        choices = [
            mask
            for cards in combinations(dealt, self.game.dealer_extra)
            if self.special.may_lay_away(mask := sum(pack.bits[card] for card in cards)) == lawful
        ]
        if choices:
            self.record["discards"] = {dealer: pack.codes_of(choose(self.rng, choices))}
        return bool(choices)

    def declare(self) -> None:
        """Let each seat declare all, a list, or nothing, some with the points they claim."""
        declarations = ((seat, self._declaration(seat)) for seat in SEATS)
        self.record["declarations"] = {seat: what for seat, what in declarations if what}

    def _declaration(self, seat: str) -> Any:
        points = self.special.declarable(self.kept(seat), self.rules).points
        if not points or happens(self.rng, 0.2):
            return None
        items: Any = "all" if happens(self.rng, 0.85) else self.items(seat)
        return {"items": items, "points": points} if happens(self.rng, 0.15) else items

    def items(self, seat: str) -> list[RecordFields]:
        """A list of all that a seat can declare, in which each item has one meaning."""
        held = self.kept(seat)
        found = self.special.declarable(held, self.rules).combinations
        return [
            self.item(held, one.cards | one.counters, one, claimed=happens(self.rng, 0.3))
            for one in found
        ]

    def item(
        self, held: int, named: int, meant: Combination, *, claimed: bool = False
    ) -> RecordFields:
        """An item of a declaration; its kind is named where its cards can mean several things."""
        item: RecordFields = {"cards": self.game.pack.codes_of(named)}
        meanings = self.special.meanings(named, held, self.rules)
        if len(meanings) > 1 or happens(self.rng, 0.3):
            item["kind"] = meant.kind
        if claimed:
            item["points"] = meant.points
        return item

    def play(self, *, revoke_from: int | None = None, misled: int | None = None) -> str | None:
        """Play all tricks at random and legally, but for one slip where one is wanted.

        Args:
            revoke_from: the play, counted from 0, from which on the first card that can break
                the duty to follow or to trump does so.
            misled: the trick, counted from 0, that a seat leads which has no right to.

        Returns:
            The path of the slip, or None if there was none.
        """
        pack = self.game.pack
        held = [self.kept(seat) for seat in SEATS]
        leader = (SEAT_NUMBER[self.record["dealer"]] + 1) % 4
        tricks: list[Any] = []
        slip = None
        for trick in range(self.game.hand_size):
            if trick == misled:
                leader = (leader + 1 + below(self.rng, 3)) % 4
            cards: list[int] = []
            for place, seat in enumerate(TURNS[leader]):
                choice = self._legal(held[seat], cards)
                wrong = held[seat] & ~choice
                if revoke_from is not None and slip is None and 4 * trick + place >= revoke_from:
                    if wrong:
                        slip = play_path(trick, place)
                    choice = wrong or choice
                cards.append(choose(self.rng, list(pack.cards(choice))))
                held[seat] &= ~pack.bits[cards[-1]]
            codes = [pack.codes[card] for card in cards]
            if trick == misled:
                slip = f"$.tricks[{trick}].lead"
            tricks.append({"lead": SEATS[leader], "cards": codes} if trick == misled else codes)
            (leader,) = replay(pack, cards, leader, None, _HANDS_UNKNOWN).winners
        self.record["tricks"] = tricks
        return slip

    def _legal(self, held: int, played: Sequence[int]) -> int:
        """The mask of the cards of a hand that may be played after those of the trick so far."""
        pack = self.game.pack
        for card in played:
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
                claims[team] = known
        if score.winner is not None:
            claims |= {"winner": score.winner, "margin": score.margin}
        if claims:
            self.record["claims"] = claims

    def keep_hands(self, seats: Sequence[str]) -> None:
        """Leave nothing of the play in the record, and the hands of these seats alone."""
        for key in ("discards", "tricks", "matto_payment"):
            self.record.pop(key, None)
        hands = self.record["hands"]
        self.record["hands"] = {seat: hands[seat] for seat in SEATS if seat in seats}

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
