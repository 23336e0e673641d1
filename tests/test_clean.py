"""Hands told to be clean quickly: the full audit says of each of them just the same."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.audit import Audit, audit
from scorecli.cards import Pack
from scorecli.clean import Clean, audit_clean, quick_audit
from scorecli.dealing.chance import chance_of_hand
from scorecli.dealing.match_hands import deal_match
from scorecli.dealing.planting import deal_planted, planters_of
from scorecli.dealing.random_hand import deal_record
from scorecli.errors import UnreadableRecordError
from scorecli.games import GAMES, game_named
from scorecli.record import plain
from scorecli.record.parsing import parse_record
from scorecli.record.plain import read_plain
from scorecli.seats import SEATS, TEAMS
from tests.conftest import FIXTURES
from tests.damage import KEYS, VALUES, change_values, damage_bytes, parts_of, swap_cards
from tests.fixture_hands import name_of

HANDS: Final = 100
"""How many random hands of each game are looked at."""
LONG: Final = 50
"""How many times more in the long run."""

QUICK_GAMES: Final = [name for name in GAMES if game_named(name).score_clean is not None]


def compact(record: Mapping[str, Any]) -> bytes:
    """A record as a line of a log."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def dealt_line(game: str, number: int) -> bytes:
    """A random hand without a fault, as a line of a log."""
    return compact(deal_record(game_named(game), chance_of_hand(11, number), number))


def dealt(game: str, number: int) -> dict[str, Any]:
    """The same hand, to be changed."""
    record: dict[str, Any] = json.loads(dealt_line(game, number))
    return record


def check(data: bytes) -> Clean | None:
    """Hold all that is read and told quickly of a record against the full way; what is told."""
    plain, quick = read_plain(data), quick_audit(data)
    try:
        record = parse_record(data)
    except UnreadableRecordError:
        assert quick is None, data
        assert plain is None or not cards_are_texts({**plain}), data
        return None
    if plain is not None:
        assert as_json(plain) == as_json(record)
    clean = audit_clean(record)
    # Of a record in plain form the quick reader keeps nothing back.
    assert quick is None or clean is not None
    try:
        full = audit(record)
    except UnreadableRecordError:
        assert clean is None, data
        return None
    for answer in (quick, clean):
        if answer is not None:
            same(answer, full)
    return quick


def same(answer: Clean, full: Audit) -> None:
    """The full audit has no finding, and says the same of the hand."""
    assert full.findings == []
    assert full.score is not None
    assert (answer.status, answer.game) == (full.status, full.game)
    assert as_json(answer.record) == as_json(full.record)
    for name in ("figures", "winner", "margin", "outcome", "event_points", "bounds", "deciding"):
        assert getattr(answer.score, name) == getattr(full.score, name), name
    assert answer.score.findings == []


def as_json(record: object) -> str:
    """A record as text, in which 1, 1.0 and true differ."""
    return json.dumps(record, sort_keys=True)


def cards_are_texts(record: Mapping[str, Any]) -> bool:
    """Whether hands and tricks are what they may be, which the quick reader does not look at."""
    lists = [*record.get("hands", {}).values(), *record.get("tricks", [])]
    return all(
        isinstance(cards, str)
        or (isinstance(cards, list) and all(isinstance(card, str) for card in cards))
        for cards in lists
    )


# Hands that were dealt


@pytest.mark.parametrize("game", QUICK_GAMES)
def test_hands_without_a_fault_are_told_quickly(game: str) -> None:
    """Of a hundred hands in order at most one is left to the full audit."""
    told = [check(dealt_line(game, number)) for number in range(1, HANDS + 1)]
    assert told.count(None) <= HANDS // 100


@pytest.mark.parametrize("game", GAMES)
def test_planted_faults_are_never_passed_over(game: str) -> None:
    """A hand with a finding, of whatever severity, is left to the full audit."""
    for code in planters_of(game_named(game)):
        for number in range(1, 4):
            record = deal_planted(game_named(game), chance_of_hand(5, number), number, code)
            del record["x"]
            assert check(compact(record)) is None, code


@pytest.mark.parametrize("game", QUICK_GAMES)
def test_hands_of_a_match_are_told_quickly(game: str) -> None:
    """Carried totals are a matter of the match: they keep no hand from being told quickly."""
    for record in deal_match(game_named(game), 3, 8):
        assert check(compact(record)) is not None


@pytest.mark.parametrize("path", sorted(FIXTURES.rglob("*.json*")), ids=name_of)
def test_fixtures(path: Path) -> None:
    """What is told quickly of the recorded hands is what the full audit says of them."""
    for line in path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]:
        record = json.loads(line)
        check(line)
        if isinstance(record, dict) and isinstance(record.get("record"), dict):
            check(compact(record["record"]))
            check(compact({"format": "scorecli.hand/1", "declarations": {}} | record["record"]))


@pytest.mark.parametrize("game", QUICK_GAMES)
def test_the_detail_is_that_of_the_full_audit(game: str) -> None:
    """What the figures are made of is worked out when it is asked for."""
    data = dealt_line(game, 1)
    quick = quick_audit(data)
    full = audit(parse_record(data))
    assert quick is not None
    assert full.score is not None
    assert quick.score.detail() == full.score.detail()


@pytest.mark.parametrize("key", ["players", "hands", "discards", "claims", "id", "notes"])
@pytest.mark.parametrize("game", QUICK_GAMES)
def test_what_may_be_missing(game: str, key: str) -> None:
    """A hand is told quickly also where what the full audit does not miss is not recorded."""
    told = 0
    for number in range(1, 40):
        record = dealt(game, number)
        record.pop(key, None)
        if not audit(parse_record(compact(record))).findings:
            assert check(compact(record)) is not None
            told += 1
    assert told or (game, key) == ("minchiate", "discards")


@pytest.mark.parametrize(
    "changes",
    [
        {"x": {"free": ["for", 1.5]}},
        {"house_rules": {}},
        {"notes": None},
        {"notes": "at 20:15"},
        {"id": "a\\u003ab"},
        {"piles": {}},
        {"last_trick": "NS"},
    ],
    ids=str,
)
def test_the_unusual_is_left_to_the_full_way(changes: dict[str, Any]) -> None:
    """What is seldom in a log is not read quickly; nothing is told wrongly of it."""
    data = json.dumps(dealt("bologna", 1) | changes).encode().replace(b"\\\\u", b"\\u")
    assert check(data) is None


def test_claims_of_a_declaration_are_claims() -> None:
    """Where nothing else is claimed, the points of a declaration make the status "agreed"."""
    statuses = set()
    for number in range(1, 60):
        record = dealt("bologna", number)
        del record["claims"]
        told = check(compact(record))
        assert told is not None
        statuses.add(told.status)
    assert statuses == {"agreed", "computed"}


@pytest.mark.parametrize(
    "claims",
    [
        *({"margin": -5}, {"margin": True}, {"winner": ["NS"]}, {"winner": None}, {"lead": 0}),
        *({"events": []}, {"events": [{"team": [], "points": 1}]}, {"settled_resti": 0.0}),
        *({"NS": {"total": 10**7}}, {"NS": {"total": None}}, {"NS": {"marks": 3}}, {"NS": None}),
        *({"NS": {"tricks_won": 7}}, {"carried": {"NS": 1.0}}, {"carried": None}, {}),
    ],
    ids=str,
)
@pytest.mark.parametrize("game", GAMES)
def test_claims_out_of_the_way(game: str, claims: dict[str, Any]) -> None:
    """Claims of another kind, game or type are read and judged as the full audit does."""
    check(compact(dealt(game, 1) | {"claims": claims}))
    check(compact({**(record := dealt(game, 1)), "claims": record["claims"] | claims}))


@pytest.mark.parametrize("game", ["bologna", "minchiate"])
def test_late_declarations(game: str) -> None:
    """What was declared too late is left to the full audit, also where nothing is claimed."""
    late = 0
    for number in range(1, 20):
        record = dealt(game, number)
        del record["claims"]
        for seat, said in record["declarations"].items():
            if isinstance(said, str | list):
                for trick in (0, 1):
                    declared = {
                        **record["declarations"],
                        seat: {"items": said, "after_trick": trick},
                    }
                    clean = audit_clean(parse_record(compact(record | {"declarations": declared})))
                    assert (clean is None) == bool(trick)
                    check(compact(record | {"declarations": declared}))
                    late += trick
    assert late


def two_for_one(pack: Pack, cards: list[str], wanted: int) -> list[str] | None:
    """More cards whose bits have the same sum: for one of them the next lower card, twice."""
    for place, code in enumerate(cards):
        number = pack.number[code]
        below = pack.codes[number - 1] if number else code
        if below in cards or pack.bit[below] * 2 != pack.bit[code]:
            continue
        more = [*cards[:place], below, below, *cards[place + 1 :]]
        return more if len(more) == wanted else two_for_one(pack, more, wanted)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_sums_that_are_the_same_by_chance(game: str) -> None:
    """Other cards with the same sum of bits are more cards, and are seen to be."""
    pack = game_named(game).pack
    tried = 0
    for number in range(1, 30):
        record = dealt(game, number)
        for key in ("hands", "discards"):
            for seat, cards in record[key].items():
                for more in (1, 2):
                    other = two_for_one(pack, cards, len(cards) + more)
                    if other is not None:
                        changed = {**record[key], seat: other}
                        assert check(compact(record | {key: changed})) is None
                        tried += 1
    assert tried > 100


@pytest.mark.parametrize("game", GAMES)
def test_a_card_twice_everywhere(game: str) -> None:
    """A card that stands twice in the tricks is seen also where the hands have it twice."""
    for number in range(1, 60):
        chance = random.Random(number)
        record = dealt(game, number)
        for key in ("discards", "claims", "fola"):
            record.pop(key, None)
        played = [card for trick in record["tricks"] for card in trick]
        old, new = chance.sample(played, 2)
        if old != new:
            again = json.loads(compact(record).replace(f'"{old}"'.encode(), f'"{new}"'.encode()))
            assert check(compact(again | {"id": record["id"]})) is None


# Hands that were changed

Change = Callable[[random.Random, dict[str, Any]], None]


def exchange_plays(chance: random.Random, record: dict[str, Any]) -> None:
    """Two cards of the tricks change places, of one trick or of two."""
    one, other = chance.choices(record["tricks"], k=2)
    first, second = chance.randrange(len(one)), chance.randrange(len(other))
    one[first], other[second] = other[second], one[first]


def exchange_tricks(chance: random.Random, record: dict[str, Any]) -> None:
    """Two tricks change places."""
    tricks = record["tricks"]
    first, second = chance.sample(range(len(tricks)), 2)
    tricks[first], tricks[second] = tricks[second], tricks[first]


def exchange_cards_of_a_seat(chance: random.Random, record: dict[str, Any]) -> None:
    """Two cards of one seat change places: often all is well but for who won what."""
    (mine, other) = chance.sample(record["tricks"], 2)
    seat = chance.choice(SEATS)
    held = set(record["hands"][seat])
    both = [[place for place, card in enumerate(trick) if card in held] for trick in (mine, other)]
    if all(both):
        first, second = both[0][0], both[1][0]
        mine[first], other[second] = other[second], mine[first]


def change_a_card(chance: random.Random, record: dict[str, Any]) -> None:
    """Another card stands somewhere, or what is no card."""
    lists = [(inside, place) for inside, place in parts_of(record) if isinstance(inside, list)]
    cards = [(inside, place) for inside, place in lists if isinstance(inside[place], str)]
    (here, place), (there, other) = chance.choices(cards, k=2)
    here[place] = chance.choice([there[other], "?", "MOR", "sk", "T1", "XX", " SK", 7, None])


def change_a_list(chance: random.Random, record: dict[str, Any]) -> None:
    """A list loses a member, has one twice, is turned round or written as one string."""
    lists = [
        (inside, place) for inside, place in parts_of(record) if isinstance(inside[place], list)
    ]
    inside, place = chance.choice(lists)
    members = inside[place]
    match chance.randrange(5):
        case 0 if members:
            del members[chance.randrange(len(members))]
        case 1 if members:
            members.append(chance.choice(members))
        case 2:
            members.reverse()
        case 3 if all(isinstance(one, str) for one in members):
            inside[place] = " ".join(members)
        case _:
            chance.shuffle(members)


def change_a_number(chance: random.Random, record: dict[str, Any]) -> None:
    """A number is another one, or nearly one."""
    numbers = [(inside, place) for inside, place in parts_of(record) if type(inside[place]) is int]
    inside, place = chance.choice(numbers)
    number = inside[place]
    inside[place] = chance.choice(
        [number + 1, number - 1, -number, float(number), bool(number), str(number), None, 10**7]
    )


def change_a_declaration(chance: random.Random, record: dict[str, Any]) -> None:
    """A seat declares otherwise."""
    declarations = record.setdefault("declarations", {})
    seat = chance.choice(SEATS)
    said = declarations.get(seat)
    cards = chance.sample(record["hands"][seat], 3)
    declarations[seat] = chance.choice(
        [
            *("all", None, [], "some", {"items": said}, {"items": said, "after_trick": 0}),
            *({"items": said, "after_trick": 2}, {"points": 10}, {"items": said, "points": 10}),
            *([{"cards": cards}], [{"cards": cards, "kind": "kings"}], [{"cards": []}]),
            *([*said, *said] if isinstance(said, list) else "all", {"items": "all", "points": 0}),
        ]
    )


def change_a_word(chance: random.Random, record: dict[str, Any]) -> None:
    """A seat, a team or a word is another one."""
    inside = record
    key = chance.choice(["dealer", "matto_payment", "winner", "variant", "format", "cutter"])
    if key == "winner":
        inside = record.get("claims", record)
    words = [*SEATS, *TEAMS, "draw", "MOR", "S6", "T29", "C10", *GAMES, "scorecli.hand/1.1"]
    inside[key] = chance.choice([*words, None])


def change_the_setup(chance: random.Random, record: dict[str, Any]) -> None:
    """What happened before the first trick is told otherwise, or not at all."""
    keys = ["discards", "announced_trumps", "robbed", "turned_up", "taken", "fola", "hands"]
    key = chance.choice([key for key in keys if key in record])
    if chance.random() < 0.5 and isinstance(record[key], dict) and record[key]:
        seat = chance.choice(list(record[key]))
        record[key][chance.choice(SEATS)] = record[key].pop(seat)
    else:
        record[key] = chance.choice([None, {}, [], {"S": ["S6", "S7"]}, 0, 1, 2])


def add_a_key(chance: random.Random, record: dict[str, Any]) -> None:
    """A key more, known or not, with any value."""
    inside = chance.choice([record, record.get("claims", record)])
    inside[chance.choice([*KEYS, "unknown"])] = chance.choice(VALUES)


def drop_a_key(chance: random.Random, record: dict[str, Any]) -> None:
    """A key less."""
    inside = chance.choice([record, record.get("claims", record), record["hands"]])
    if inside:
        del inside[chance.choice(list(inside))]


def write_a_trick_long(chance: random.Random, record: dict[str, Any]) -> None:
    """A trick with its leader and its winner, right or wrong."""
    place = chance.randrange(len(record["tricks"]))
    trick = {"cards": record["tricks"][place]}
    for key in chance.sample(["lead", "won_by"], chance.randrange(3)):
        trick[key] = chance.choice(SEATS)
    record["tricks"][place] = trick


CHANGES: Final[list[Change]] = [
    *(exchange_plays, exchange_tricks, exchange_cards_of_a_seat, change_a_card, change_a_list),
    *(change_a_number, change_a_declaration, change_a_word, change_the_setup, add_a_key),
    *(drop_a_key, write_a_trick_long),
]


def check_changed(game: str, numbers: range) -> int:
    """Check hands that were changed in one way; how many of them were told quickly all the same."""
    told = 0
    for number in numbers:
        chance = random.Random(number)
        record = dealt(game, chance.randrange(50))
        change = CHANGES[number % len(CHANGES)]
        change(chance, record)
        if "claims" in record and chance.random() < 0.5:
            # A wrong claim would hide from view what else is told of the hand.
            del record["claims"]
        data = json.dumps(record).encode()
        try:
            told += check(data) is not None
        except Exception as error:
            error.add_note(f"hand {number} of {game}, {change.__name__}: {data!r}")
            raise
    return told


@pytest.mark.parametrize("game", GAMES)
def test_changed_hands(game: str) -> None:
    """Whatever is changed in a hand, what is told quickly is what the full audit says."""
    told = check_changed(game, range(600))
    assert told > 30 or game not in QUICK_GAMES


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_many_changed_hands(game: str) -> None:
    """Of tens of thousands of changed hands what is told quickly is what the full audit says."""
    check_changed(game, range(600, 600 * LONG))


# Records that were damaged


def double_a_key(chance: random.Random, data: bytes) -> bytes:
    """A key stands twice in some object, the second time with any value."""
    root = json.loads(data)
    objects = [root, *(inside[place] for inside, place in parts_of(root))]
    inside = chance.choice([one for one in objects if isinstance(one, dict) and one])
    inside["doubled key"] = chance.choice([*VALUES, *inside.values()])
    key = json.dumps(chance.choice(list(inside)))
    return json.dumps(root).replace('"doubled key"', key).encode()


def write_otherwise(chance: random.Random, data: bytes) -> bytes:
    """Something in the text is written in another way, or is something else."""
    places = (
        *((b":", b"\\u003a"), (b'"S"', b'"\\u0053"'), (b'"', b'"\\ud800'), (b'"', b'":')),
        *((b"[", b"[[[[[["), (b"6", b"NaN"), (b"6", b"1e400"), (b"6", b"-0"), (b"6", b"6.0")),
        *((b"1", b"true"), (b"{", b"{ "), (b"]", b",]"), (b"a", b"\xc3\xa0"), (b"a", b"\xff")),
        *((b"0", b"1" + b"0" * 4200), (b"0", b"1" + b"0" * 4400), (b"}", b"}}"), (b"a", b"\\n")),
    )
    old, new = chance.choice(places)
    parts = data.split(old)
    if len(parts) == 1:
        return data
    place = chance.randrange(1, len(parts))
    return old.join(parts[:place]) + new + old.join(parts[place:])


DAMAGES: Final = [double_a_key, write_otherwise, damage_bytes, change_values, swap_cards]


def damaged(numbers: range) -> Iterator[bytes]:
    """Damaged records, by their numbers always the same."""
    for number in numbers:
        chance = random.Random(number)
        data = dealt_line(chance.choice(GAMES), chance.randrange(30))
        yield DAMAGES[number % len(DAMAGES)](chance, data)


def test_damaged_records() -> None:
    """What is read quickly is read in the same way by pydantic, down to the types."""
    for data in damaged(range(1000)):
        check(data)


@pytest.mark.long
def test_many_damaged_records() -> None:
    """Of tens of thousands of damaged records pydantic reads what is read quickly, to the types."""
    for data in damaged(range(1000, 1000 * LONG)):
        check(data)


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(SEATS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=6,
)


@given(st.integers(0, 20), st.sampled_from(sorted(GAMES)), st.sampled_from(KEYS), JSON)
def test_any_value_of_any_key(number: int, game: str, key: str, value: object) -> None:
    """A value of any kind for a key of a hand is read quickly just as it is read with pydantic."""
    record = dealt(game, number)
    check(json.dumps(record | {key: value}).encode())
    check(json.dumps(record | {"claims": record["claims"] | {key: value}}).encode())


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"null", b"{}", b'{"variant":1}', b'{"variant":"bologna"', b'"\xff"', b"{" * 300],
)
def test_what_is_no_record(data: bytes) -> None:
    """Bytes that are no record are left to the reader that says what is wrong with them."""
    assert read_plain(data) is None
    check(data)


def test_a_record_that_is_too_long() -> None:
    """The quick reader has the same limit as the other one."""
    assert read_plain(b" " * (1 << 20) + dealt_line("bologna", 1)) is None


def test_forms_are_remembered_within_bounds() -> None:
    """However many sets of keys a log has, the reader remembers some of them only."""
    plain._FORMS.clear()  # noqa: SLF001 - what it remembers is seen nowhere else
    record = dealt("bologna", 1)
    texts = ("id", "date", "event", "table", "round", "deal", "players", "claims")
    for number in range(1 << len(texts)):
        left = {key for place, key in enumerate(texts) if number >> place & 1}
        check(compact({key: value for key, value in record.items() if key not in left}))
        turned = dict(reversed(list(record.items())))
        check(compact({key: value for key, value in turned.items() if key not in left}))
    assert len(plain._FORMS) == plain._MOST_FORMS  # noqa: SLF001 - as above
