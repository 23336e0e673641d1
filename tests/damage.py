"""Ways to damage the bytes of a record."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, Final

from scorecli.games import GAMES
from scorecli.record.schema import Claims, Record, SeatDeclaration, TeamClaims, Trick
from tests.conftest import FIXTURES

SEEDS: Final = [
    path.read_bytes() for game in GAMES for path in sorted((FIXTURES / game).glob("*.json"))
]


KEYS: Final = sorted(
    {
        *Record.__annotations__,
        *Claims.__annotations__,
        *TeamClaims.__annotations__,
        *SeatDeclaration.__annotations__,
        *Trick.__annotations__,
        *"S E N W kind".split(),
    }
)


VALUES: Final[list[Any]] = [
    *(None, True, False, 0, 1, -1, 15, 16, 10**6, 10**7, -(10**25), 10**4200, 0.5, -0.0, 1e300),
    *("", " ", "all", "?", "SK", "sk", "SK SK", "MAT", "T17", "MOR", "NS", "EW", "S", "bologna"),
    *("\0", "\x1b[31mred", "[bold]no[/bold]", "\u202e", "\ud800", "\u00e9", "x" * 500, "a\nb"),
    *([], {}, [[]], [{}], ["SK"], ["SK", "?"], [None], {"S": "SK"}, {"NS": []}, {"cards": "SK"}),
    *([{"cards": "all"}], {"items": "all"}, {"lead": "S", "cards": "SK SQ SN SJ"}, {"": ""}),
]


def parts_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each list or object within a value, with each of its places or keys."""
    inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    for place, member in inner:
        yield value, place
        if isinstance(member, dict | list):
            yield from parts_of(member)


def any_value(chance: random.Random) -> Any:
    """Any value: one of the list above, or some of them in a list, an object, or far down."""
    value = chance.choice(VALUES)
    match chance.randrange(8):
        case 0:
            value = [chance.choice(VALUES) for _ in range(chance.randrange(6))]
        case 1:
            value = {chance.choice(KEYS): chance.choice(VALUES) for _ in range(chance.randrange(4))}
        case 2:
            for _ in range(chance.choice([2, 70, 200])):
                value = [value] if chance.random() < 0.5 else {chance.choice(KEYS): value}
    # A record is changed further, the list above never.
    return copy.deepcopy(value)


def change_values(chance: random.Random, data: bytes) -> bytes:
    """Drop, double, move or replace a value; name a key otherwise; add one."""
    root = json.loads(data)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        root.setdefault("variant", "bologna")
        (inside, place), (other, there) = chance.choices(list(parts_of(root)), k=2)
        match chance.randrange(6):
            case 0:
                del inside[place]
            case 1 if isinstance(inside, list):
                inside.insert(chance.randrange(len(inside) + 1), inside[place])
            case 2:
                inside[place] = copy.deepcopy(other[there])
            case 3 if isinstance(inside, dict):
                inside[chance.choice(KEYS)] = inside.pop(place)
            case 4:
                root[chance.choice(KEYS)] = any_value(chance)
            case _:
                inside[place] = any_value(chance)
    return json.dumps(root, indent=chance.choice([None, 1])).encode()


def swap_cards(chance: random.Random, data: bytes) -> bytes:
    """Exchange cards, or write other ones, so that the record stays well-formed."""
    root = json.loads(data)
    cards = [(inside, place) for inside, place in parts_of(root) if isinstance(inside, list)]
    cards = [(inside, place) for inside, place in cards if isinstance(inside[place], str)]
    for _ in range(chance.choice([1, 2, 9])):
        if not cards:
            break
        (here, place), (there, other) = chance.choice(cards), chance.choice(cards)
        if chance.random() < 0.3:
            here[place] = chance.choice(["?", "mat", "T4", "XX", "", " SK ", there[other]])
        else:
            here[place], there[other] = there[other], here[place]
    return json.dumps(root).encode()


def damage_bytes(chance: random.Random, data: bytes) -> bytes:
    """Cut the bytes off, take some out, double some, change some or put others in."""
    damaged = bytearray(data)
    for _ in range(chance.choice([1, 1, 3])):
        start = chance.randrange(len(damaged) + 1)
        end = min(len(damaged), start + chance.choice([1, 1, 2, 20, 500]))
        match chance.randrange(5):
            case 0:
                del damaged[start:]
            case 1:
                del damaged[start:end]
            case 2:
                damaged[start:start] = damaged[start:end]
            case 3:
                damaged[start:end] = chance.randbytes(end - start)
            case _:
                damaged[start:start] = chance.choice(
                    [b"\0", b"\xff", b"{", b"]", b'"', b"\\", b"9"]
                )
    return bytes(damaged)
