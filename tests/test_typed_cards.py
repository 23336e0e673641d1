"""Cards as people type them: every name round-trips, spellings are read, ambiguous ones refused."""

import json
from typing import Final

import pytest
from typer.testing import CliRunner

from scorecli.cli.app import APP
from scorecli.games import GAMES, game_named, names_of
from scorecli.names import LANGUAGES
from scorecli.typed_cards import Typed, read_typed


def read(text: str, game: str) -> Typed:
    """What a text is read as."""
    return read_typed(text, game, game_named(game).pack, names_of(game))


def codes(text: str, game: str = "bologna") -> str:
    """The codes that a text is read as."""
    typed = read(text, game)
    assert not typed.problems
    return " ".join(typed.codes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_every_card_is_read(game: str, language: str) -> None:
    """Every card round-trips through every name that it has in every language."""
    names = names_of(game)
    for code in game_named(game).pack.number:
        for name in names.all_of(code, language):
            assert read(name, game).codes == [code], name
            assert read(name.upper(), game).codes == [code], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_printed_names_differ(game: str, language: str) -> None:
    """No two cards of a game are printed alike in a language."""
    names = names_of(game)
    printed = [names.of(code, language) for code in game_named(game).pack.number]
    assert len(set(printed)) == len(printed)


SPELLINGS: Final = [
    # The codes of records, in either case and order.
    ("CK", "CK"), ("ck", "CK"), ("KC", "CK"), ("kc", "CK"), ("10s", "S10"), ("S10", "S10"),
    ("s 10", "S10"), ("T 16", "T16"), ("t16", "T16"), ("16T", "T16"), ("mat", "MAT"),
    ("ang", "ANG"), ("c1", "CA"), ("1C", "CA"),
    # The rank letters of the languages.
    ("RS", "SK"), ("SR", "SK"), ("RB", "BK"), ("FS", "SJ"), ("SF", "SJ"), ("VB", "BJ"),
    ("PS", "SJ"), ("HS", "SN"), ("SH", "SN"), ("SC", "SN"), ("SD", "SQ"), ("BD", "BQ"),
    ("КS", "SK"), ("ДS", "SQ"), ("НS", "SN"), ("ТS", "SA"),
    # Names that the catalogue gives.
    ("Re di Coppe", "CK"), ("re di coppe", "CK"), ("Regina di Spade", "SQ"),
    ("Donna di Spade", "SQ"), ("Dama di Spade", "SQ"), ("Cavaliere di Denari", "DN"),
    ("Cavallo di Danari", "DN"), ("Fante di Bastoni", "BJ"), ("Fante di Manganelli", "BJ"),
    ("Asso di Ori", "DA"), ("Sette di Coppe", "C7"), ("7 di coppe", "C7"),
    ("King of Cups", "CK"), ("queen of swords", "SQ"), ("Knight of Coins", "DN"),
    ("Horse of Clubs", "BN"), ("Knave of Staves", "BJ"), ("Page of Sticks", "BJ"),
    ("Ace of Pentacles", "DA"), ("Ten of Swords", "S10"), ("6 of Batons", "B6"),
    ("Rei de Copas", "CK"), ("Rainha de Paus", "BQ"), ("Dama de Ouros", "DQ"),
    ("Cavaleiro de Espadas", "SN"), ("Valete de Moedas", "DJ"), ("Ás de Copas", "CA"),
    ("as de copas", "CA"), ("Dez de Paus", "B10"), ("pajem de taças", "CJ"),
    ("король кубков", "CK"), ("Король Кубков", "CK"), ("дама мечей", "SQ"),
    ("ферзь жезлов", "BQ"), ("рыцарь монет", "DN"), ("всадник монет", "DN"),
    ("валет палиц", "BJ"), ("паж чаш", "CJ"), ("туз мечей", "SA"), ("десятка жезлов", "B10"),
    ("Vua Cốc", "CK"), ("vua coc", "CK"), ("Hoàng hậu Kiếm", "SQ"), ("hoang hau kiem", "SQ"),
    ("Đầm Gậy", "BQ"), ("dam gay", "BQ"), ("Kỵ sĩ Tiền", "DN"), ("Bồi Chén", "CJ"),
    ("Át Kiếm", "SA"), ("tiểu đồng đồng xu", "DJ"),
    # As they are called at the table.
    ("il Re di Coppe", "CK"), ("l'asso di spade", "SA"), ("Re Coppe", "CK"), ("sette coppe", "C7"),
    ("Coppe 7", "C7"), ("Coppe: Re, Regina", "CK CQ"), ("re delle coppe", "CK"),
    ("quattro mori", "MOR MOR MOR MOR"), ("tre mori", "MOR MOR MOR"), ("4 Re", "SK BK CK DK"),
    ("four kings", "SK BK CK DK"), ("tutti i re", "SK BK CK DK"), ("le regine", "SQ BQ CQ DQ"),
    ("все короли", "SK BK CK DK"), ("К Кубков", "CK"), ("король Мечи", "SK"),
    ("семь кубков", "C7"), ("chủ bài 16", "T16"), ("o Rei de Copas", "CK"),
    # Trumps by name and by number.
    ("Angelo", "ANG"), ("Ànzel", "ANG"), ("anzel", "ANG"), ("Mondo", "MON"), ("World", "MON"),
    ("Såul", "SOL"), ("Luna", "LUN"), ("moon", "LUN"), ("Stella", "T16"), ("Saetta", "T15"),
    ("Diavolo", "T14"), ("death", "T13"), ("Traditore", "T12"), ("Old Man", "T11"),
    ("Ruota", "T10"), ("Forza", "T9"), ("justiça", "T8"), ("Tempra", "T7"), ("carro", "T6"),
    ("Amore", "T5"), ("Moro", "MOR"), ("moretto", "MOR"), ("Bégato", "BEG"), ("begato", "BEG"),
    ("Bagattino", "BEG"), ("Matto", "MAT"), ("Folle", "MAT"), ("the", ""), ("louco", "MAT"),
    ("шут", "MAT"), ("Kẻ Khờ", "MAT"), ("trump 12", "T12"), ("trionfo 12", "T12"),
    ("atout XII", "T12"), ("козырь 16", "T16"), ("lá chủ 5", "T5"), ("XIV", "T14"),
    ("XVI", "T16"), ("XIIII", "T14"),
    ("xvi", ""), ("X", ""), ("atout x", "T10"),
    # Several at once.
    ("CKQJ", "CK CQ CJ"), ("SKQN10", "SK SQ SN S10"), ("S K-J", "SK SQ SN SJ"),
    ("SK-J", "SK SQ SN SJ"), ("SK–SJ", "SK SQ SN SJ"), ("S KQ", "SK SQ"),
    ("C A-8", "CA C6 C7 C8"), ("T16-12", "T16 T15 T14 T13 T12"), ("T 7-5", "T7 T6 T5"),
    ("T5-T7", "T5 T6 T7"), ("4 MOR", "MOR MOR MOR MOR"), ("3xMOR", "MOR MOR MOR"),
    ("2 moretto", "MOR MOR"), ("2x moors", "MOR MOR"), ("mori", "MOR MOR MOR MOR"),
    ("kings", "SK BK CK DK"), ("Re", "SK BK CK DK"), ("dames", ""), ("donne", "SQ BQ CQ DQ"),
    ("cavalli", "SN BN CN DN"), ("fanti", "SJ BJ CJ DJ"), ("aces", "SA BA CA DA"),
    ("ases", "SA BA CA DA"), ("короли", "SK BK CK DK"), ("tarocchi", "ANG MON BEG MAT"),
    # Blanks, dashes and joining words as they come.
    ("S K Q J", "SK SQ SJ"), ("S: K Q J 10 9; C: A", "SK SQ SJ S10 S9 CA"),
    ("S K - J", "SK SQ SN SJ"), ("Spade: K Q J; coppe A 7", "SK SQ SJ CA C7"),
    ("SK − SJ", "SK SQ SN SJ"), ("SK\u00a0SQ", "SK SQ"), ("10 S", "S10"), ("7 C 8 C", "C7 C8"),
    ("T 16 15 5", "T16 T15 T5"), ("K of Cups", "CK"), ("10 di Spade", "S10"), ("R di Coppe", "CK"),
    ("10 di S", "S10"), ("Ace of Diamonds", "DA"), ("ANG-T14", "ANG MON SOL LUN T16 T15 T14"),
    ("T5-MOR", "T5 MOR MOR MOR MOR"), ("MOR x3", "MOR MOR MOR"), ("MOR3", "MOR MOR MOR"),
    ("5" * 5000, ""), ("T" + "5" * 5000, ""),
]  # fmt: skip
"""What is typed in Bologna and what it is; nothing where it is no card."""


@pytest.mark.parametrize(("text", "expected"), SPELLINGS, ids=[text[:30] for text, _ in SPELLINGS])
def test_spellings(text: str, expected: str) -> None:
    """A spelling is read as the cards that are meant, or refused."""
    typed = read(text, "bologna")
    assert " ".join(code for code in typed.codes if code) == expected
    assert bool(typed.problems) == (not expected)


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("minchiate", "aria", "T23"),
        ("minchiate", "arie", "T40 T39 T38 T37 T36"),
        ("minchiate", "papi", "T5 T4 T3 T2 T1"),
        ("minchiate", "Fantina di Coppe", "CJ"),
        ("minchiate", "Fante di Coppe", "CJ"),
        ("minchiate", "fantine", "CJ DJ"),
        ("minchiate", "Casa del Diavolo", "T15"),
        ("minchiate", "Imperatore d'Oriente", "T4"),
        ("minchiate", "imperatore d’oriente", "T4"),
        ("minchiate", "Wheel of Fortune", "T9"),
        ("minchiate", "XL", "T40"),
        ("minchiate", "T30-T28", "T30 T29 T28"),
        ("minchiate", "C K-J", "CK CQ CN CJ"),
        ("minchiate", "C A-6", "CA C2 C3 C4 C5 C6"),
        ("minchiate", "S 2-A", "S2 SA"),
        ("piedicavallo", "Mondo", "T21"),
        ("piedicavallo", "Angelo", "T20"),
        ("piedicavallo", "papa", "T5"),
        ("piedicavallo", "Papessa Imperatrice", "T2 T3"),
        ("piedicavallo", "Hanged Man", "T12"),
        ("piedicavallo", "влюбленные", "T6"),
        ("piedicavallo", "T21-19", "T21 T20 T19"),
        ("minchiate", "Papa 5", "T5"),
        ("minchiate", "papa v", "T5"),
        ("minchiate", "XXXIIII", "T34"),
        ("minchiate", "Lua", "T37"),
    ],
)
def test_spellings_of_other_games(game: str, text: str, expected: str) -> None:
    """Names and several cards at once follow the pack of the game."""
    assert codes(text, game) == expected


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("CD", "CQ or DN"),
        ("DC", "CQ or DN"),
        ("CВ", "BN or CJ"),
        ("3 kings", "BK CK DK or SK BK CK or SK BK DK or SK CK DK"),
        # A letter can be a rank or the next suit.
        ("Spade R D F", "SK DJ or SK SQ SJ"),
        ("S K C Q", "SK CQ or SK SN SQ"),
        # As the cards rank or as they are counted.
        ("C J-8", "CJ C10 C9 C8 or CJ CA C6 C7 C8"),
        # The King of Bastoni by what the letters look like, or valet of cups.
        ("ВК", "BK or CJ"),
    ],
)
def test_ambiguous_words_are_refused_with_their_readings(text: str, readings: str) -> None:
    """What can be several cards is an error that lists them all."""
    typed = read(text, "bologna")
    assert typed.problems == [f"card 1: {text!r} can be {readings}"]


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("bologna", "Spade: R, D, F", "SK SQ SJ"),
        ("bologna", "S K Q J C K Q", "SK SQ SJ CK CQ"),
        ("bologna", "Spade: Re, VII", "SK S7"),
        ("bologna", "Coppe KQJ", "CK CQ CJ"),
        ("bologna", "Kiếm Vua; 6 of Clubs", "SK B6"),
        ("bologna", "CK and CQ e SK", "CK CQ SK"),
        ("bologna", "a King of Cups, un Re di Spade", "CK SK"),
        ("bologna", "trump 16-14", "T16 T15 T14"),
        ("minchiate", "Coppe Regina, 4 Re", "CQ SK BK CK DK"),
        ("minchiate", "T 40 39, 4 Re", "T40 T39 SK BK CK DK"),
        ("minchiate", "Spade Re, 7 Coppe, 2 fantine", "SK C7 CJ DJ"),
        ("piedicavallo", "Bastoni VI, VII", "B6 B7"),
    ],
)
def test_lists_end_where_something_else_begins(game: str, text: str, expected: str) -> None:
    """Ranks behind a suit go on over a comma one by one, but not what has its own suit or count."""
    assert codes(text, game) == expected


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("bologna", "as damas"),
        ("bologna", "ba người Moor"),
        ("bologna", "il Re, la Regina di Coppe"),
        ("bologna", "Re, Fante di Coppe"),
        ("bologna", "MOR-MOR"),
        ("bologna", "0 Re"),
        ("minchiate", "Spade V"),
        ("minchiate", "SV"),
        ("piedicavallo", "Bastoni V, VI"),
    ],
)
def test_what_a_player_may_mean_otherwise_is_refused(game: str, text: str) -> None:
    """Short words that mean several things at the table are never guessed."""
    assert read(text, game).problems


def test_words_of_a_misspelt_name_count_as_one_card() -> None:
    """The place of a misspelt name is that of its first word, whatever that is alone (`Re`)."""
    typed = read("ANG Re di Copppe, MON", "bologna")
    assert typed.codes == ["ANG", "", "MON"]
    assert typed.problems[0].startswith("card 2: 'Re di Copppe' is no card of bologna")


def test_a_suggested_name_is_spelt_as_it_is() -> None:
    """A suggestion shows the accents of the name, also where they were not typed."""
    for typed, meant in (
        ("туз мечеф", "туз мечей (SA)"),
        ("hoang hau kiemm", "hoàng hậu kiếm (SQ)"),
        ("as de copass", "ás de copas (CA)"),
    ):
        (problem,) = read(typed, "bologna").problems
        assert problem.endswith(f"(did you mean {meant}?)")


@pytest.mark.parametrize("game", GAMES)
def test_codes_of_records_are_what_they_are(game: str) -> None:
    """Two codes beside each other are these two cards, whatever they mean as words."""
    known = sorted(game_named(game).pack.number)
    for place, first in enumerate(known):
        # Each code stands before and behind every ninth other one.
        for second in known[place % 9 :: 9]:
            if first != second:
                assert read(f"{first} {second}", game).codes == [first, second]
                assert read(f"{second} {first}", game).codes == [second, first]


def test_look_alikes_are_read_and_said() -> None:
    """Cyrillic letters that look like Latin ones are read as these where that is one card."""
    typed = read("СК МАТ", "bologna")
    assert typed.codes == ["CK", "MAT"]
    assert typed.notes == ["'СК' is read as CK", "'МАТ' is read as MAT"]
    assert read("CK MAT", "bologna").notes == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("traditroe", "'traditroe' is no card of bologna (did you mean traditore (T12)?)"),
        ("C3", "'C3' is no card of bologna (did you mean"),
        ("T17", "'T17' is no card of bologna (did you mean"),
        ("5 MOR", "'5' is no card of bologna"),
        ("SK-CJ", "'SK-CJ' is no card of bologna"),
        ("T16-40", "'T16-40' is no card of bologna"),
        ("?", "'?' is no card of bologna"),
        ("\x1b[31m", "is no card of bologna"),
    ],
)
def test_what_is_no_card_is_refused(text: str, problem: str) -> None:
    """What is no card is an error with the nearest one, if one is near."""
    assert problem in " ".join(read(text, "bologna").problems)


def test_all_problems_are_told_at_once() -> None:
    """Every word that cannot be read is named with its place among the cards."""
    typed = read("SK Re di Coppe xx, CD T16", "bologna")
    assert typed.codes == ["SK", "CK", "", "", "T16"]
    assert [problem.partition(":")[0] for problem in typed.problems] == ["card 3", "card 4"]


def test_declare_reads_names() -> None:
    """`declare` takes cards as people type them, and says how look-alikes were read."""
    result = CliRunner().invoke(
        APP, ["declare", "bologna", "Angelo Mondo Sole T16-14 Matto", "2 MOR, СК", "--json"]
    )
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["cards"] == "CK ANG MON SOL T16 T15 T14 MOR MOR MAT".split()
    assert document["notes"] == ["'СК' is read as CK"]


def test_cards_are_listed_in_other_languages() -> None:
    """`cards --language` has the names of that language in the place of the English ones."""
    result = CliRunner().invoke(APP, ["cards", "piedicavallo", "--language", "pt"])
    assert "CK Re di Coppe Rei de Copas 1 5" in " ".join(result.stdout.split())
    assert CliRunner().invoke(APP, ["cards", "bologna", "--language", "xx"]).exit_code == 2


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("Re di Cope", "'Re di Cope' is no card of bologna (did you mean re di coppe (CK)?)"),
        (
            "SK king of cupz",
            "card 2: 'king of cupz' is no card of bologna (did you mean king of cu",
        ),
        (
            "regina di spde, ANG",
            "'regina di spde' is no card of bologna (did you mean regina di s",
        ),
    ],
)
def test_a_name_of_several_words_that_is_misspelt(typed: str, problem: str) -> None:
    """The words of a misspelt name are told together, with the name that was meant."""
    (found,) = read(typed, "bologna").problems
    assert problem in found


def test_not_all_of_a_thousand_problems_are_told() -> None:
    """Of very many words that cannot be read a dozen are told, and how many more there are."""
    result = CliRunner().invoke(APP, ["declare", "bologna", "SK " * 1000 + "xx " * 1000])
    said = str(result.exception)
    assert said.startswith("card 1 and card 2 and ")
    assert "SK stands 1000 times" in said
    assert said.endswith("and 989 more of this kind")
    assert len(said) < 1000
