"""Planted faults in the settlement and in the claims."""

from scorecli.dealing.chance import below, choose, shuffled
from scorecli.dealing.draft import Draft, in_record_order
from scorecli.seats import DRAW, TEAMS


def matto_payment(draft: Draft) -> str | None:
    """A card given for the Matto that was not owed, not captured, or not to be given."""
    pack, hand = draft.game.pack, draft.audited().hand
    accepted = draft.special.payments(hand, draft.rules)
    accepted |= draft.special.dear_payments(hand, draft.rules)
    others = [code for code in pack.codes if code not in pack.codes_of(accepted)]
    draft.record["matto_payment"] = choose(draft.rng, others)
    return "$.matto_payment"


def dear_payment(draft: Draft) -> str | None:
    """A captured card given for the Matto that is dearer than another that was captured."""
    dear = draft.special.dear_payments(draft.audited().hand, draft.rules)
    if not dear:
        return None
    draft.record["matto_payment"] = choose(draft.rng, draft.game.pack.codes_of(dear))
    return "$.matto_payment"


def assumed_payment(draft: Draft) -> str | None:
    """No word of the card that is owed for the Matto."""
    return "$.matto_payment" if draft.record.pop("matto_payment", None) else None


def claim_mismatch(draft: Draft) -> str:
    """One claim that is not what the hand gives."""
    claims = draft.record["claims"]
    running = [key for key in ("events", "settled_resti", "lead") if claims.get(key) is not None]
    wrong = choose(draft.rng, ("figure", "winner", "margin", *running))
    if wrong == "winner":
        others = [one for one in (*TEAMS, DRAW) if one != claims["winner"]]
        claims["winner"] = choose(draft.rng, others)
        return "$.claims.winner"
    more = 1 + below(draft.rng, 20)
    if wrong == "margin":
        claims["margin"] += more
        return "$.claims.margin"
    if wrong == "events":
        return _wrong_event(draft, more)
    if wrong in running:
        claims[wrong] += choose(draft.rng, (more, -more))
        return f"$.claims.{wrong}"
    team = choose(draft.rng, TEAMS)
    figure = choose(draft.rng, draft.game.figures)
    claims[team][figure] += choose(draft.rng, (more, -more))
    return f"$.claims.{team}.{figure}"


def _wrong_event(draft: Draft, more: int) -> str:
    """Add points to one claimed event; the path of the first of its team in a row (M6.2)."""
    events = draft.record["claims"]["events"]
    if not events:
        events.append({"team": choose(draft.rng, TEAMS), "points": more})
        return "$.claims.events[0]"
    place = below(draft.rng, len(events))
    events[place]["points"] += more
    while place and events[place - 1]["team"] == events[place]["team"]:
        place -= 1
    return f"$.claims.events[{place}]"


def claim_impossible(draft: Draft) -> str:
    """Nothing but two claimed totals, of which the lower one is less than any trick is worth."""
    draft.keep_hands(())
    team, other = shuffled(draft.rng, TEAMS)
    low = choose(draft.rng, (1, 2))
    whole = draft.game.pack.points(draft.game.pack.everything)
    totals = {team: {"total": low}, other: {"total": whole - low}}
    draft.record["claims"] = {one: totals[one] for one in TEAMS}
    return f"$.claims.{team}.total"


def claim_unchecked(draft: Draft) -> str:
    """One claim of what a hand that was broken off does not tell."""
    whole = draft.record["claims"]
    draft.break_off()
    draft.claim()
    known = draft.record.get("claims", {})
    team = choose(draft.rng, TEAMS)
    figure = choose(
        draft.rng, [one for one in draft.game.figures if one not in known.get(team, ())]
    )
    figures = {**known.get(team, {}), figure: whole[team][figure]}
    together = {**known, team: in_record_order(figures)}
    draft.record["claims"] = {one: together[one] for one in TEAMS if one in together}
    return f"$.claims.{team}.{figure}"
