"""Planted faults in the play of a hand: its discards, leaders, winners and revokes."""

from scorecli.dealing.chance import below
from scorecli.dealing.draft import Draft
from scorecli.table.seats import SEATS


def illegal_discard(draft: Draft) -> str | None:
    """A card laid away that must stay in the hand; the hand is then played with the others."""
    if not draft.lay_away(lawful=False):
        return None
    draft.declare()
    draft.play()
    draft.pay()
    return f"$.discards.{draft.record['dealer']}"


def wrong_leader(draft: Draft) -> str | None:
    """A trick that another seat leads than the winner of the trick before; then play goes on."""
    path = draft.play(misled=below(draft.rng, draft.game.hand_size))
    draft.pay()
    return path


def wrong_winner(draft: Draft) -> str:
    """A trick that is recorded as won by a seat that did not win it."""
    replay = draft.audited().hand.replay
    assert replay is not None
    tricks = draft.record["tricks"]
    trick = below(draft.rng, len(tricks))
    other = (replay.winners[trick] + 1 + below(draft.rng, 3)) % 4
    tricks[trick] = {"cards": tricks[trick], "won_by": SEATS[other]}
    return f"$.tricks[{trick}].won_by"


def revoke(draft: Draft) -> str | None:
    """A card played against the duty to follow or to trump; then play goes on by the rules."""
    path = draft.play(revoke_from=below(draft.rng, 4 * draft.game.hand_size))
    draft.pay()
    return path
