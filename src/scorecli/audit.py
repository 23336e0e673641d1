"""One hand from record to audited result: every step in order, all faults in one pass."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorecli.claims import compare_claims, foreign_claims
from scorecli.errors import Problem, UnreadableRecordError
from scorecli.games import GAMES, game_named, unknown_game
from scorecli.games.base import Game, HouseRules, Setting, shown_setting
from scorecli.games.score import Score
from scorecli.ledger import CLAIM_CODES, ERROR, Finding, finding
from scorecli.nearest import did_you_mean
from scorecli.record.places import path_text
from scorecli.record.schema import Record
from scorecli.table.hand import Hand, says_nothing
from scorecli.table.reading import read_hand, tricks_written
from scorecli.table.unreadable_card import read_unreadable

_GENERAL_CLAUSES: Final = {"not-held": "G1", "unplayed-card": "G1"}
"""The clauses of findings that rest on no clause of one game."""

NO_OVERRIDES: Final[Mapping[str, Setting]] = {}


@dataclass(slots=True)
class Audit:
    """One hand, audited.

    Attributes:
        record: the record it is about.
        game: its game.
        rules: all house rules in force.
        overrides: the house rules that were set from outside the record.
        hand: the cards of the record, replayed.
        score: what the game makes of them; None if the record is invalid.
        claims: "agree", "differ" or "none".
        findings: all that is wrong, doubtful or assumed.
    """

    record: Record
    game: Game
    rules: HouseRules
    overrides: Mapping[str, Setting]
    hand: Hand
    score: Score | None
    claims: str
    findings: list[Finding]

    @property
    def legal(self) -> bool | None:
        """Whether the hand was played by the rules (G1); None where that cannot be checked.

        A record that contradicts itself does not show a legal hand either.
        """
        if not self.hand.valid:
            return None
        if any(one.severity == ERROR and one.code not in CLAIM_CODES for one in self.findings):
            return False
        if self.hand.replay is None:
            return None
        return True if all(kept is not None for kept in self.hand.kept) else None

    @property
    def status(self) -> str:
        """One word for the whole, the first that applies (docs/formats.md)."""
        if not self.hand.valid:
            return "invalid"
        if self.legal is False:
            return "illegal"
        if not self.hand.complete:
            return "incomplete"
        return {"differ": "disputed", "agree": "agreed", "none": "computed"}[self.claims]

    @property
    def kept(self) -> list[int | None]:
        """For each seat the mask of the cards it played with, of cards that are alike the first.

        The masks are those of the pack under the default house rules.
        """
        mine, usual = self.hand.pack, self.game.pack
        if mine is usual:
            first = mine.first_of_alike
            return [None if cards is None else first(cards) for cards in self.hand.kept]
        return [
            None if cards is None else usual.mask(mine.codes_of(cards)) for cards in self.hand.kept
        ]

    @property
    def has_errors(self) -> bool:
        """Whether there is a finding of severity error."""
        return any(found.severity == ERROR for found in self.findings)


def audit(record: Record, overrides: Mapping[str, Setting] = NO_OVERRIDES) -> Audit:
    """Audit a record.

    Args:
        record: a record as `scorecli.record.parsing.parse_record` returns it.
        overrides: house rules that win over those of the record.

    Raises:
        UnreadableRecordError: if the record is not one of its game: an unknown game, house rule
            or figure, a key of another game, no dealer where one is needed.
    """
    game = _game_of(record)
    rules = _house_rules(game, record, overrides)
    _check_keys(game, record)
    findings: list[Finding] = []
    if record.get("format") is None:
        findings.append(finding("format-assumed", "no format is named: scorecli.hand/1 is assumed"))
    recorded_rules = record.get("house_rules") or {}
    findings += [
        _overridden(switch, recorded, overrides[switch])
        for switch in overrides
        if (recorded := recorded_rules.get(switch)) not in (None, overrides[switch])
    ]
    pack = game.pack_for(rules)
    whole, inferred = read_unreadable(pack, record)
    findings += inferred
    hand = read_hand(pack, game.size, whole, game.clauses, game.dead)
    score = game.score(hand, whole, rules) if hand.valid else None
    findings += hand.findings
    if score is not None:
        findings += score.findings
    if not hand.valid:
        # Piles may turn out to contradict themselves when they are counted.
        score = None
    claims = compare_claims(game, record, score, findings)
    findings = [_resting(game, one) for one in findings]
    return Audit(record, game, rules, overrides, hand, score, claims, findings)


def _game_of(record: Record) -> Game:
    name = record["variant"]
    if name not in GAMES:
        raise UnreadableRecordError([Problem(unknown_game(name), "$.variant")])
    return game_named(name)


def _house_rules(game: Game, record: Record, overrides: Mapping[str, Setting]) -> HouseRules:
    chosen = record.get("house_rules")
    if not chosen and not overrides:
        return game.defaults
    rules = game.house_rules(chosen or {})
    if overrides and not isinstance(rules, list):
        rules = game.house_rules({**(chosen or {}), **overrides})
    if isinstance(rules, list):
        raise UnreadableRecordError(
            [Problem(problem, path_text(("house_rules", switch))) for switch, problem in rules]
        )
    return rules


def _resting(game: Game, found: Finding) -> Finding:
    """A finding with the clause that it rests on in its game, where only the game knows it."""
    if found.clause is not None:
        return found
    clause = game.clauses.get(found.code, _GENERAL_CLAUSES.get(found.code))
    return found if clause is None else found._replace(clause=clause)


def _overridden(switch: str, recorded: Setting, value: Setting) -> Finding:
    message = (
        f"house rule {switch}: {shown_setting(value)}, set for this run,"
        f" replaces {shown_setting(recorded)} of the record"
    )
    return finding("rule-overridden", message, path=f"$.house_rules.{switch}")


def _check_keys(game: Game, record: Record) -> None:
    """Refuse what belongs to another game, and a record that lacks its dealer."""
    problems = []
    if record.get("dealer") is None and _needs_dealer(record):
        message = "the key 'dealer' is missing or null: tricks, discards and robs need it"
        problems.append(Problem(message, "$.dealer"))
    if not game.foreign_keys.isdisjoint(record):
        fields: Mapping[str, Any] = record
        problems += [
            Problem(f"{key!r} is a key of another game, not of {game.name}", f"$.{key}")
            for key in fields
            if key in game.foreign_keys and not says_nothing(fields[key])
        ]
    if claims := record.get("claims"):
        problems += foreign_claims(game, claims)
    for seat, what in (record.get("declarations") or {}).items():
        if what and what != "all":
            problems += _foreign_kinds(game, f"$.declarations.{seat}", what)
    if problems:
        raise UnreadableRecordError(problems)


def _needs_dealer(record: Record) -> bool:
    return bool(tricks_written(record)) or not all(
        says_nothing(record.get(key)) for key in ("discards", "robbed")
    )


def _foreign_kinds(game: Game, path: str, what: Any) -> Iterator[Problem]:
    """The kinds of combination named in a declaration that the game does not have."""
    items = what
    if isinstance(what, dict):
        items, path = what.get("items"), f"{path}.items"
    if isinstance(items, list):
        for place, item in enumerate(items):
            kind = item.get("kind")
            if kind is not None and kind not in game.kinds:
                message = f"{kind!r} is no combination of {game.name}"
                suggestion = did_you_mean(kind, game.kinds)
                yield Problem(message + suggestion, f"{path}[{place}].kind")
