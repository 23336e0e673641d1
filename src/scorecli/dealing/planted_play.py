"""Planted faults in the play of a hand: its discards, leaders, winners and revokes."""

from scorecli.dealing.chance import below, choose, happens
from scorecli.dealing.draft import Draft
from scorecli.seats import SEATS


def illegal_discard(draft: Draft) -> str | None:
    """A card laid away that must stay in the hand; the hand is then played with the others."""
    seat = draft.lay_away(lawful=False)
    if seat is None:
        return None
    draft.declare()
    draft.play()
    draft.pay()
    return f"$.discards.{seat}"


def wrong_announcement(draft: Draft) -> str:
    """A number of trumps laid away that is announced wrongly, or not at all."""
    right = draft.record["announced_trumps"]
    if right and happens(draft.rng, 0.5):
        del draft.record["announced_trumps"]
    else:
        draft.record["announced_trumps"] = choose(
            draft.rng, [number for number in range(draft.game.dealer_extra + 1) if number != right]
        )
    return "$.announced_trumps"


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
    return _slip(draft, "revoke", below(draft.rng, 4 * draft.game.hand_size))


def king_drop(draft: Draft) -> str | None:
    """A King that had to drop and was kept back for another of its suit, or for the Matto."""
    return _slip(draft, "king-drop", 0)


def _slip(draft: Draft, code: str, start: int) -> str | None:
    path = draft.play(slip=code, slip_from=start)
    draft.pay()
    return path
