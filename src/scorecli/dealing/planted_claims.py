"""Planted faults in the settlement and in the claims."""

from scorecli.dealing.chance import below, choose
from scorecli.dealing.draft import Draft
from scorecli.table.seats import TEAMS


def matto_payment(draft: Draft) -> str | None:
    """A card given for the Matto that was not owed, not captured, or not to be given."""
    pack = draft.game.pack
    allowed = pack.codes_of(draft.special.payments(draft.audited().hand, draft.rules))
    others = [code for code in pack.codes if code not in allowed]
    draft.record["matto_payment"] = choose(draft.rng, others)
    return "$.matto_payment"


def assumed_payment(draft: Draft) -> str | None:
    """No word of the card that is owed for the Matto."""
    return "$.matto_payment" if draft.record.pop("matto_payment", None) else None


def claim_mismatch(draft: Draft) -> str:
    """One claim that is not what the hand gives."""
    claims = draft.record["claims"]
    wrong = choose(draft.rng, ("figure", "winner", "margin"))
    if wrong == "winner":
        others = [one for one in (*TEAMS, "draw") if one != claims["winner"]]
        claims["winner"] = choose(draft.rng, others)
        return "$.claims.winner"
    more = 1 + below(draft.rng, 20)
    if wrong == "margin":
        claims["margin"] += more
        return "$.claims.margin"
    team = choose(draft.rng, TEAMS)
    figure = choose(draft.rng, draft.game.figures)
    claims[team][figure] += choose(draft.rng, (more, -more))
    return f"$.claims.{team}.{figure}"


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
    ordered = {one: figures[one] for one in draft.game.figures if one in figures}
    together = {**known, team: ordered}
    draft.record["claims"] = {one: together[one] for one in TEAMS if one in together}
    return f"$.claims.{team}.{figure}"
