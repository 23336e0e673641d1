"""The questions about a finished hand, one after the other; the answers make a `Tally`."""

from collections.abc import Callable
from typing import NamedTuple

from scorecli.answers import said_yes, seat_named, team_named
from scorecli.errors import UsageError
from scorecli.ledger import ERROR
from scorecli.seats import SEATS, TEAMS
from scorecli.table.wording import how_many
from scorecli.tallying import Tally
from scorecli.typed_cards import grouped


class Step(NamedTuple):
    """A question.

    Attributes:
        question: the question.
        hint: how to answer, for who asks.
        answer: takes the answer and tells what was understood, line by line; it raises a
            `UsageError` if the answer cannot be used.
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
    # Where they score as they come they are in the running score.
    if "declarations" in tally.game.figures:
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
    return [f"{team}, {how_many(len(codes), 'card')}: {grouped(tally.pack, codes)}"]


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
    if not said_yes(text, otherwise=True):
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
