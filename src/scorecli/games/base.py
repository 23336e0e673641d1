"""What a game is to the rest of the program: its tables, and its own way to score a hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.errors import UsageError
from scorecli.ledger import Combination, Finding, Line
from scorecli.nearest import did_you_mean
from scorecli.record.schema import Record
from scorecli.table.clean_play import CleanPlay
from scorecli.table.hand import Hand, Size
from scorecli.table.possible import Possible, certain
from scorecli.table.seats import DRAW, TEAMS, leader
from scorecli.table.wording import listed

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

COUNTED_BESIDE: Final = ("tricks_won", "cards")
"""What is told of a team beside its figures: its tricks, and the cards of its pile."""

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


class EventRow(NamedTuple):
    """A scoring event of the play, as the result shows it; `resti` and `lead` NS positive.

    Attributes:
        what: `rob`, `turn-up`, `declaration` or `trick`.
        seat: the seat that scored.
        trick: the trick, counted from 1, where it is of one.
        team: "NS" or "EW".
        points: its points.
        resti: the net resti after it.
        lead: the lead in points after it.
        clause: the clause it rests on.
        cards: the codes of the cards that scored, a list for each combination of a declaration.
    """

    what: str
    seat: str
    trick: int | None
    team: str
    points: int
    resti: int
    lead: int
    clause: str
    cards: Sequence[Sequence[str]]


class Detail(NamedTuple):
    """What the figures of a hand are made of.

    Attributes:
        combinations: the combinations of the piles of NS and EW; empty while the hand is not
            complete.
        declared: by seat number the combinations that score as declared.
        lines: the lines of the breakdown, which add up to the figures.
        events: the scoring events, where the game has such.
    """

    combinations: tuple[Sequence[Combination], Sequence[Combination]]
    declared: Mapping[int, Sequence[Combination]]
    lines: Sequence[Line]
    events: Sequence[EventRow] | None = None


@dataclass(slots=True)
class Score:
    """What a game makes of a hand.

    Attributes:
        figures: for NS and EW each figure in points, None where it is not known.
        winner: "NS", "EW" or "draw", None where it is not known.
        margin: by how much, in points or net resti, never negative; None where it is not known.
        findings: what is wrong, doubtful or assumed.
        detail: works out what the figures are made of; a log of hands rarely asks for it.
        outcome: what the game tells of the outcome besides winner and margin.
        bounds: for what is not known the lowest and the highest value it can have.
        deciding: the unknown facts that decide it.
        uncertain: who can win and on what condition, in words; shown where the winner is not known.
        event_points: team and points of each scoring event, where the game has such and all are
            known.
    """

    figures: tuple[Mapping[str, int | None], Mapping[str, int | None]]
    winner: str | None
    margin: int | None
    findings: list[Finding]
    detail: Callable[[], Detail]
    outcome: Mapping[str, int | None] = field(default_factory=dict)
    bounds: Mapping[str, object] | None = None
    deciding: Sequence[str] = ()
    uncertain: str = ""
    event_points: Sequence[tuple[str, int]] | None = None


class MatchRules(NamedTuple):
    """What makes a match of the hands of one table.

    Attributes:
        unit: what is added up from hand to hand, for people.
        added: what a hand adds for NS and EW; None where it is not known.
        hands: the most hands a match has, in which each seat deals once; None if any number.
        target: the total that ends it; None if none does.
        round: the hands after which a subtotal is drawn; None if none is.
        both: what a hand adds for both teams together, where that is always the same.
        opposed: whether the running total of one team is that of the other with its sign changed.
        clause: the clause that says so, where the sheet does.
    """

    unit: str
    added: Callable[[Score], tuple[int, int] | None]
    hands: int | None = None
    target: int | None = None
    round: int | None = None
    both: int | None = None
    opposed: bool = False
    clause: str | None = None


def by_ways(
    ways: Sequence[Possible], findings: list[Finding], detail: Callable[[], Detail]
) -> Score:
    """The score of a hand that can have been in one of several ways: what all have in common.

    Where the rule sheet says what is assumed, it is what all ways have in common that stand by it.

    Args:
        ways: the ways, counted.
        findings: what is wrong, doubtful or assumed.
        detail: what the figures are made of in the first way.
    """
    known = certain(ways)

    def certain_detail() -> Detail:
        whole = detail()
        if None not in (*known.figures[0].values(), *known.figures[1].values()):
            return whole
        figures = dict(zip(TEAMS, known.figures, strict=True))
        sure = [line for line in whole.lines if figures[line.team][line.figure] is not None]
        return Detail(((), ()), whole.declared, sure, whole.events)

    return Score(
        known.figures,
        known.winner,
        known.margin,
        findings,
        certain_detail,
        bounds=known.bounds,
        deciding=known.deciding,
        uncertain=known.words,
    )


def unknown_figures(figures: Iterable[str]) -> dict[str, int | None]:
    """The figures of a team of which nothing is known, its tricks and its cards among them."""
    return dict.fromkeys((*figures, *COUNTED_BESIDE))


def leave_open(score: Score, fact: str) -> None:
    """Say of a score that anybody can have won, for a fact is not known that can change all.

    Args:
        score: the score; what its figures can be is known apart from that.
        fact: the fact.
    """
    known: Any = score.bounds or {}
    ends = {
        team: known.get(team)
        or {name: [one, one] for name, one in of_team.items() if one is not None}
        for team, of_team in zip(TEAMS, score.figures, strict=True)
    }
    score.winner = score.margin = None
    score.deciding = [*score.deciding, fact]
    score.bounds = {**ends, "winner": [*TEAMS, DRAW]}


def totals_of(score: Score) -> tuple[int, int] | None:
    """The totals of NS and EW, where both are known."""
    first, second = (figures["total"] for figures in score.figures)
    return None if first is None or second is None else (first, second)


def by_totals(
    figures: Sequence[Mapping[str, int]], findings: list[Finding], detail: Callable[[], Detail]
) -> Score:
    """The score of a complete hand in which the team with the higher total wins (B7.2, P4.1)."""
    winner, margin = winner_by_totals(*figures)
    return Score((figures[0], figures[1]), winner, margin, findings, detail)


def winner_by_totals(first: Mapping[str, int], second: Mapping[str, int]) -> tuple[str, int]:
    """Who wins by the higher total, and by how much (B7.2, P4.1)."""
    lead = first["total"] - second["total"]
    return leader(lead), abs(lead)


def verdict_by_totals(score: Score) -> str:
    """Who won and by how much: "NS wins by 25: 286 to 261."."""
    totals = [figures["total"] for figures in score.figures]
    if score.margin is None:
        bounds: Any = score.bounds
        depends = listed(score.deciding, "and")
        if bounds["winner"] != [score.winner]:
            return f"{score.winner} wins by what is assumed; it depends on {depends}."
        low, high = bounds["margin"]
        return f"{score.winner} wins by {low} to {high}, which depends on {depends}."
    if score.winner == "draw":
        return f"A draw: {totals[0]} each."
    won, lost = totals if score.winner == "NS" else reversed(totals)
    return f"{score.winner} wins by {score.margin}: {won} to {lost}."


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
            the order in which they are shown; the last one is the sum of those of `total_of`.
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
        total_of: the figures that add up to the last one; all others where nothing is said.
        size: `hand_size` and `dealer_extra` together.
        figures: the keys of `figure_titles`.
        defaults: its house rules where nothing is said.
        foreign_keys: the keys of a record that only other games use.
        clean_keys: the keys that a record may have to be looked at by `score_clean`.
        known_claims: the keys of `claims`.
        known_figures: the figures as a set.
        nothing_known: the score of a record that is invalid.
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
    total_of: tuple[str, ...] = ()
    claim_clauses: Mapping[str, str] = field(default_factory=dict)
    figure_so_far: str | None
    verdict: Callable[[Score], str]
    further_claims: Callable[[Mapping[str, Any], Score], Iterator[Finding]] | None = None
    size: Size = field(init=False)
    figures: tuple[str, ...] = field(init=False)
    defaults: HouseRules = field(init=False)
    foreign_keys: frozenset[str] = field(init=False)
    clean_keys: frozenset[str] = field(init=False)
    known_claims: frozenset[str] = field(init=False)
    known_figures: frozenset[str] = field(init=False)
    nothing_known: Score = field(init=False)

    def __post_init__(self) -> None:
        """Work out what follows from the tables, and see that they fit together."""
        dealt = 4 * self.hand_size + self.dealer_extra
        assert self.dead is not None or dealt == len(self.pack.codes), "all cards are dealt"
        object.__setattr__(self, "size", Size(self.hand_size, self.dealer_extra))
        defaults = {switch.name: switch.values[0] for switch in self.switches}
        object.__setattr__(self, "figures", tuple(self.figure_titles))
        if not self.total_of:
            object.__setattr__(self, "total_of", self.figures[:-1])
        object.__setattr__(self, "defaults", MappingProxyType(defaults))
        foreign = Record.__annotations__.keys() - _KEYS_OF_EVERY_GAME - self.own_keys
        object.__setattr__(self, "foreign_keys", frozenset(foreign))
        clean = Record.__annotations__.keys() - foreign - _NOT_OF_CLEAN_HANDS
        object.__setattr__(self, "clean_keys", frozenset(clean))
        object.__setattr__(self, "known_claims", _CLAIMS_OF_EVERY_GAME | self.claim_keys)
        object.__setattr__(self, "known_figures", frozenset(self.figures))
        object.__setattr__(self, "nothing_known", self._nothing_known())

    def _nothing_known(self) -> Score:
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
