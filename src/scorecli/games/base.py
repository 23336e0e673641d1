"""What a game is to the rest of the program: its tables, and its own way to score a hand."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.errors import UsageError
from scorecli.games.score import Detail, Score, unknown_figures
from scorecli.ledger import Finding
from scorecli.nearest import did_you_mean
from scorecli.record.schema import Record
from scorecli.table.clean_play import CleanPlay
from scorecli.table.hand import Hand, Size

_KEYS_OF_EVERY_GAME: Final = frozenset(
    {
        *("format", "variant", "id", "date", "event", "table", "round", "deal", "notes", "players"),
        *("house_rules", "dealer", "hands", "discards", "tricks", "matto_payment"),
        *("piles", "pile_cards", "settled", "matto", "last_trick", "claims", "x"),
    }
)
_NOT_OF_CLEAN_HANDS: Final = frozenset(
    {
        *("house_rules", "piles", "pile_cards", "settled", "matto", "last_trick"),
        *("events", "running"),
    }
)
"""What makes a record unusual: only the full audit looks at it."""
_CLAIMS_OF_EVERY_GAME: Final = frozenset({"NS", "EW", "winner", "margin", "carried"})

Setting = bool | int | str
"""The value of a house rule: yes and no are booleans (G4)."""

HouseRules = Mapping[str, Setting]
"""All house rules of a game, by switch."""


class Switch(NamedTuple):
    """A house rule: its name, the values it may take (the default first), clause and meaning."""

    name: str
    values: tuple[Setting, ...]
    clause: str
    meaning: str


class MatchRules(NamedTuple):
    """What makes a match of the hands of one table.

    Attributes:
        unit: what is added up from hand to hand, for people.
        added: what a hand adds for NS and EW; None where it is not known.
        hands: the most hands a match has, in which each seat deals once; None if any number.
        target: the total that ends it; None if none does.
        round: the hands after which a subtotal is drawn; None if none is.
        round_name: what so many hands are called.
        both: what a hand adds for both teams together, where that is always the same.
        opposed: whether the running total of one team is that of the other with its sign changed.
        clause: the clause that says so, where the sheet does.
    """

    unit: str
    added: Callable[[Score], tuple[int, int] | None]
    hands: int | None = None
    target: int | None = None
    round: int | None = None
    round_name: str = "round"
    both: int | None = None
    opposed: bool = False
    clause: str | None = None


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game.

    Attributes:
        name: as records write it.
        title: for people.
        sheet: the letter that begins the clauses of its rule sheet.
        revision: the revision of the rule sheet that the code follows.
        pack: its cards under the default house rules.
        pack_under: its cards under other ones, where they matter to the pack.
        hand_size: cards a player plays, which is also the number of tricks.
        dealer_extra: cards the dealer is dealt beyond that and lays away.
        figure_titles: the figures of a team that may be claimed, with their names for people, in
            the order in which they are shown; the last one is the sum of others.
        kinds: the kinds of combination that a declaration may name, in a game that has them.
        switches: its house rules.
        claim_keys: the keys of `claims` that only this game knows.
        own_keys: the keys of a record that not every game uses and this one does.
        clauses: the clause that a finding made outside the game's folder rests on, by code.
        match: what makes a match of several hands.
        score: scores a hand.
        score_clean: scores a complete hand under the default house rules if there is nothing to be
            said of it; gives None if there may be. It gets what was proved of the play, the record,
            the house rules and what works out the detail. A game may go without it.
        dead: the mask of the cards of a record that never come into a trick, where it tells of
            them; None if these are the dealer's discards.
        figure_so_far: the figure that is known before a hand is over, if there is one.
        verdict: tells of a known winner and by how much, in a sentence.
        further_claims: compares the claims of `claim_keys`.
        claim_clauses: the clause of a claim where it is not that of all claims, by its key.
        outcome: what it tells of the outcome besides winner and margin.
        declared_in: the figure that declared points are a part of.
        running_stakes: in a game with a running score by how many points and resti claims about it
            are wrong. It gets by path by how much each claim is wrong, out of which it takes those
            of the running score, that of the margin, the claims and the score.
        total_of: the figures that add up to the last one; all others where nothing is said.
    """

    name: str
    title: str
    sheet: str
    revision: int
    pack: Pack
    pack_under: Callable[[HouseRules], Pack] | None = None
    hand_size: int
    dealer_extra: int
    figure_titles: Mapping[str, str]
    kinds: tuple[str, ...]
    switches: tuple[Switch, ...]
    claim_keys: frozenset[str]
    own_keys: frozenset[str]
    clauses: Mapping[str, str]
    match: MatchRules
    score: Callable[[Hand, Record, HouseRules], Score]
    score_clean: (
        Callable[[CleanPlay, Record, HouseRules, Callable[[], Detail]], Score | None] | None
    ) = None
    dead: Callable[[Record], int | None] | None = None
    outcome: tuple[str, ...] = ()
    declared_in: str | None = None
    running_stakes: (
        Callable[[dict[str, int], int, Mapping[str, Any], Score | None], tuple[int, int]] | None
    ) = None
    total_of: tuple[str, ...] = ()
    claim_clauses: Mapping[str, str] = field(default_factory=dict)
    figure_so_far: str | None
    verdict: Callable[[Score], str]
    further_claims: Callable[[Mapping[str, Any], Score], Iterator[Finding]] | None = None

    def __post_init__(self) -> None:
        """See that the tables fit together."""
        dealt = 4 * self.hand_size + self.dealer_extra
        assert self.dead is not None or dealt == len(self.pack.codes), "all cards are dealt"

    @cached_property
    def size(self) -> Size:
        """The cards a player plays and those the dealer lays away."""
        return Size(self.hand_size, self.dealer_extra)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The keys of the figures of a team; the last one is the sum of those of `addends`."""
        return tuple(self.figure_titles)

    @cached_property
    def known_figures(self) -> frozenset[str]:
        """The same as a set."""
        return frozenset(self.figures)

    @cached_property
    def addends(self) -> tuple[str, ...]:
        """The figures that add up to the last one."""
        return self.total_of or self.figures[:-1]

    @cached_property
    def defaults(self) -> HouseRules:
        """Its house rules where nothing is said."""
        return MappingProxyType({switch.name: switch.values[0] for switch in self.switches})

    @cached_property
    def foreign_keys(self) -> frozenset[str]:
        """The keys of a record that only other games use."""
        return frozenset(Record.__annotations__) - _KEYS_OF_EVERY_GAME - self.own_keys

    @cached_property
    def clean_keys(self) -> frozenset[str]:
        """The keys that a record may have to be looked at by `score_clean`."""
        return frozenset(Record.__annotations__) - self.foreign_keys - _NOT_OF_CLEAN_HANDS

    @cached_property
    def known_claims(self) -> frozenset[str]:
        """The keys of `claims`."""
        return _CLAIMS_OF_EVERY_GAME | self.claim_keys

    @cached_property
    def nothing_known(self) -> Score:
        """The score of a record that is invalid."""
        unknown = unknown_figures(self.figures)
        outcome = dict.fromkeys(self.outcome)
        return Score((unknown, unknown), None, None, [], lambda: Detail(((), ()), {}, ()), outcome)

    def house_rules(
        self, chosen: Mapping[str, Setting | None]
    ) -> HouseRules | list[tuple[str, str]]:
        """All house rules with the chosen values, or each wrong switch and what is wrong.

        None says nothing of a switch.
        """
        values = dict(self.defaults)
        problems = []
        for name, value in chosen.items():
            if value is None and name in self.defaults:
                continue
            if problem := self._wrong_setting(name, value):
                problems.append((name, problem))
            elif value is not None:
                values[name] = value
        return problems or MappingProxyType(values)

    def rules_set(self, chosen: Mapping[str, Setting]) -> HouseRules:
        """All house rules with those that somebody set.

        Raises:
            UsageError: with everything that is wrong with them.
        """
        rules = self.house_rules(chosen)
        if isinstance(rules, list):
            raise UsageError("; ".join(message for _switch, message in rules))
        return rules

    def changed(self, rules: HouseRules) -> dict[str, Setting]:
        """Those of all house rules that differ from the default."""
        if rules is self.defaults:
            return {}
        return {name: value for name, value in rules.items() if value != self.defaults[name]}

    def pack_for(self, rules: HouseRules) -> Pack:
        """Its cards under these house rules."""
        return self.pack if self.pack_under is None else self.pack_under(rules)

    def _wrong_setting(self, name: str, value: Setting | None) -> str | None:
        for switch in self.switches:
            if switch.name == name:
                # True equals 1, and a switch never takes both.
                if any(value == known and type(value) is type(known) for known in switch.values):
                    return None
                known = " or ".join(shown_setting(known) for known in switch.values)
                return f"house rule {name} is {known}, not {shown_setting(value)}"
        names = [switch.name for switch in self.switches]
        return f"{self.name} has no house rule {name!r}{did_you_mean(name, names)}"


def shown_setting(value: Setting | None) -> str:
    """A setting as a record writes it: `true`, `20`, `"pile"`."""
    shown: Any = value
    return str(shown).lower() if isinstance(shown, bool | int) else f'"{shown}"'
