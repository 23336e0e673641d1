"""Records in another form: tricks with or without their leaders and winners, piles for tricks.

Nothing that the record says is lost but what the tricks tell as well.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, cast

from scorecli.audit import Audit, audit
from scorecli.cards import split_cards
from scorecli.errors import Problem, UnreadableRecordError
from scorecli.ledger import ERROR
from scorecli.record.schema import Record
from scorecli.seats import SEATS, TEAMS, team_of
from scorecli.table.hand import says_nothing
from scorecli.table.piles_beside_tricks import captured_piles
from scorecli.table.replay import Replay, matto_in
from scorecli.table.settlement import settle

_OF_PILES: Final = frozenset(
    {"piles", "pile_cards", "settled", "matto", "last_trick", "events", "running"}
)


def to_compact(record: Record) -> Record:
    """Each trick as its four cards alone.

    A leader or winner that is not the one that the play makes is kept: it is what was recorded.

    Raises:
        UnreadableRecordError: if the tricks contradict themselves.
    """
    if not record.get("tricks"):
        return record
    audited = _replayed(record)
    tricks = [
        split_cards(cards) if _is_by_the_rules(audited, number, told) else trick
        for number, (trick, cards, told) in enumerate(_tricks(record))
    ]
    return cast("Record", {**record, "tricks": tricks})


def to_long(record: Record) -> Record:
    """Each trick with who led it and who won it.

    Raises:
        UnreadableRecordError: if the tricks contradict themselves.
    """
    if not record.get("tricks"):
        return record
    replay = _replayed(record).hand.replay
    assert replay is not None
    tricks = []
    for number, (trick, cards, told) in enumerate(_tricks(record)):
        if number >= len(replay.leaders):
            # Not played: a line that nobody filled in.
            tricks.append(trick)
            continue
        made = {"lead": SEATS[replay.leaders[number]], "cards": split_cards(cards)}
        if number < len(replay.winners):
            made["won_by"] = SEATS[replay.winners[number]]
        tricks.append(made | told)
    return cast("Record", {**record, "tricks": tricks})


def to_piles(record: Record) -> Record:
    """The piles as they were captured in the place of the tricks, with all that the count needs.

    Raises:
        UnreadableRecordError: if not all tricks are there, if there is something of piles beside
            them, or if piles would tell another score or hide an error.
    """
    if not record.get("tricks"):
        return record
    audited = _replayed(record)
    hand, replay = audited.hand, audited.hand.replay
    if replay is None or not hand.complete or audited.score is None:
        _refuse("not all tricks are recorded: they do not tell the piles", "$.tricks")
    for key, value in record.items():
        if key in _OF_PILES and not says_nothing(value):
            _refuse(f"{key} belongs to piles, and stands beside the tricks already", f"$.{key}")
    fields: dict[str, Any] = {key: value for key, value in record.items() if key != "tricks"}
    fields |= _pile_keys(audited, replay)
    if hands := _hands_of_speakers(audited, replay):
        fields["hands"] = {**(record.get("hands") or {}), **hands}
    if audited.game.dealer_extra and hand.discards and says_nothing(record.get("discards")):
        assert hand.dealer is not None
        fields["discards"] = {SEATS[hand.dealer]: hand.pack.codes_of(hand.discards)}
    piled = cast("Record", fields)
    _check_nothing_lost(audited, audit(piled))
    return piled


FORMS: Final[Mapping[str, Callable[[Record], Record]]] = {
    "compact": to_compact,
    "long": to_long,
    "piles": to_piles,
}
"""The forms by their names."""


def _replayed(record: Record) -> Audit:
    """The audit of a record, of which the tricks do not contradict themselves."""
    audited = audit(record)
    if record.get("tricks") and audited.hand.replay is None:
        errors = [one for one in audited.findings if one.severity == ERROR]
        raise UnreadableRecordError(
            [Problem(one.message, one.path or "$") for one in errors]
            or [Problem("the tricks cannot be replayed", "$.tricks")]
        )
    return audited


def _pile_keys(audited: Audit, replay: Replay) -> dict[str, Any]:
    """The piles as captured, and what the tricks tell of last trick, Matto and scoring events."""
    hand, score = audited.hand, audited.score
    assert hand.dealer is not None
    assert score is not None
    discards = (hand.discards or 0) if audited.game.dealer_extra else 0
    settled = settle(hand.pack, replay, discards, team_of(hand.dealer))
    piles = map(hand.pack.codes_of, captured_piles(settled))
    fields: dict[str, Any] = {
        "piles": dict(zip(TEAMS, piles, strict=True)),
        "settled": False,
        "last_trick": TEAMS[team_of(replay.winners[-1])],
    }
    if matto := matto_in(hand.pack, replay):
        fields["matto"] = matto
    if score.event_points is not None:
        fields["events"] = [{"team": team, "points": points} for team, points in score.event_points]
    return fields


def _check_nothing_lost(tricks: Audit, piles: Audit) -> None:
    """Refuse piles that come to another score, or that hide what was wrong."""
    still = {one.code for one in piles.findings}
    hidden = [one for one in tricks.findings if one.severity == ERROR and one.code not in still]
    if hidden:
        message = f"piles would hide what is wrong: {hidden[0].message}"
        _refuse(message, hidden[0].path or "$.tricks")
    first, second = (
        score and (score.figures, score.winner, score.margin, score.outcome)
        for score in (tricks.score, piles.score)
    )
    if first != second:
        _refuse("piles would not tell all that counts in this hand", "$.tricks")


def _refuse(message: str, path: str) -> NoReturn:
    raise UnreadableRecordError([Problem(message, path)])


def _tricks(record: Record) -> list[tuple[Any, Any, dict[str, str]]]:
    """Each trick: as it is recorded, its cards, and what is told of its leader and winner."""
    tricks: Any = record.get("tricks") or ()
    return [
        (
            trick,
            trick["cards"],
            {key: trick[key] for key in ("lead", "won_by") if trick.get(key)},
        )
        if isinstance(trick, dict)
        else (trick, trick, {})
        for trick in tricks
    ]


def _is_by_the_rules(audited: Audit, number: int, told: Mapping[str, str]) -> bool:
    """Whether the leader and the winner that are told of a trick follow from the play."""
    replay, dealer = audited.hand.replay, audited.hand.dealer
    assert replay is not None
    if number >= len(replay.leaders):
        # Not played: a line that nobody filled in is left as it is.
        return False
    leader = replay.winners[number - 1] if number else (dealer or 0) + 1
    made = {"lead": SEATS[leader % len(SEATS)]}
    if number < len(replay.winners):
        made["won_by"] = SEATS[replay.winners[number]]
    return all(made.get(key) == seat for key, seat in told.items())


def _hands_of_speakers(audited: Audit, replay: Replay) -> dict[str, list[str]]:
    """The hands of the seats that declared and of which only the tricks told them."""
    known = audited.record.get("hands") or {}
    return {
        seat: audited.hand.pack.codes_of(replay.played[SEATS.index(seat)])
        for seat, what in (audited.record.get("declarations") or {}).items()
        if what and known.get(seat) is None
    }
