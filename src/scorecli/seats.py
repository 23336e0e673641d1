"""Seats and teams. Play is anticlockwise: S, E, N, W; partners sit opposite."""

from typing import Final

SEATS: Final = ("S", "E", "N", "W")
TEAMS: Final = ("NS", "EW")
SEAT_NUMBER: Final = {"S": 0, "E": 1, "N": 2, "W": 3}
TURNS: Final = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The order of play of the four seats, by the seat that leads."""

DRAW: Final = "draw"
"""What stands for the winner where neither team is ahead."""


def team_of(seat: int) -> int:
    """The team of a seat: 0 for NS, 1 for EW."""
    return seat & 1


def leader(lead: int) -> str:
    """Who is ahead by a lead, NS positive: "NS", "EW" or "draw"."""
    return TEAMS[lead < 0] if lead else DRAW


def speaking_order(dealer: int) -> tuple[int, int, int, int]:
    """The seats in the order of declarations (B3.1, M3.1): right, partner, left, dealer."""
    return ((dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4, dealer)
