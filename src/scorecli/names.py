"""Names of cards for people, in five languages, and what a mistyped code was meant to be.

Of several names for a thing the first is printed, all are read. Codes in records never change.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

from scorecli.cards import Pack, canonical_code
from scorecli.nearest import nearest

LANGUAGES: Final = {
    "it": "Italian",
    "en": "English",
    "pt": "Portuguese",
    "ru": "Russian",
    "vi": "Vietnamese",
}
"""The languages, by their codes, in the order of `Name`."""


class Name(NamedTuple):
    """What a card, a suit or a rank is called in each language; further names behind a bar."""

    italian: str
    english: str
    portuguese: str
    russian: str
    vietnamese: str

    def all_in(self, language: str) -> list[str]:
        """All names in a language, the one that is printed first."""
        return self[list(LANGUAGES).index(language)].split("|")

    def in_(self, language: str) -> str:
        """The name that is printed in a language."""
        return self.all_in(language)[0]


SUITS: Final[Mapping[str, Name]] = {
    "S": Name("Spade", "Swords|Spades", "Espadas", "Мечи", "Kiếm"),
    "B": Name(
        "Bastoni|Manganelli",
        "Batons|Clubs|Staves|Sticks|Wands",
        "Paus|Bastões",
        "Жезлы|Палицы|Дубинки",
        "Gậy",
    ),
    "C": Name("Coppe", "Cups|Hearts", "Copas|Taças", "Кубки|Чаши", "Cốc|Cúp|Chén"),
    "D": Name(
        "Denari|Danari|Monete|Ori",
        "Coins|Deniers|Pentacles|Diamonds",
        "Moedas|Ouros|Dinheiros",
        "Монеты|Денарии",
        "Tiền|Đồng xu",
    ),
}
RUSSIAN_OF: Final[Mapping[str, str]] = {
    # The genitive: король кубков.
    "S": "Мечей",
    "B": "Жезлов|Палиц|Дубинок",
    "C": "Кубков|Чаш",
    "D": "Монет|Денариев",
}
RANKS: Final[Mapping[str, Name]] = {
    "K": Name("Re", "King", "Rei", "Король", "Vua"),
    "Q": Name("Regina|Donna|Dama", "Queen", "Rainha|Dama", "Дама|Королева|Ферзь", "Hoàng hậu|Đầm"),
    "N": Name(
        "Cavallo|Cavaliere",
        "Knight|Cavalier|Horse",
        "Cavaleiro|Cavalo",
        "Конь|Кавалер|Рыцарь|Всадник",
        "Kỵ sĩ|Mã",
    ),
    "J": Name("Fante", "Jack|Knave|Page|Valet", "Valete|Pajem", "Валет|Паж|Фанте", "Bồi|Tiểu đồng"),
    "A": Name("Asso", "Ace", "Ás", "Туз", "Át|Ách"),
    "2": Name("2|Due", "2|Two", "2|Dois", "2|Двойка|Два", "2|Hai"),
    "3": Name("3|Tre", "3|Three", "3|Três", "3|Тройка|Три", "3|Ba"),
    "4": Name("4|Quattro", "4|Four", "4|Quatro", "4|Четвёрка|Четыре", "4|Bốn"),
    "5": Name("5|Cinque", "5|Five", "5|Cinco", "5|Пятёрка|Пять", "5|Năm"),
    "6": Name("6|Sei", "6|Six", "6|Seis", "6|Шестёрка|Шесть", "6|Sáu"),
    "7": Name("7|Sette", "7|Seven", "7|Sete", "7|Семёрка|Семь", "7|Bảy"),
    "8": Name("8|Otto", "8|Eight", "8|Oito", "8|Восьмёрка|Восемь", "8|Tám"),
    "9": Name("9|Nove", "9|Nine", "9|Nove", "9|Девятка|Девять", "9|Chín"),
    "10": Name("10|Dieci", "10|Ten", "10|Dez", "10|Десятка|Десять", "10|Mười"),
}
GROUPS: Final[Mapping[str, str]] = {
    # All four cards of a rank.
    "K": "re|kings|reis|короли|các vua",
    "Q": "regine|donne|dame|queens|rainhas|damas|дамы|королевы|các hoàng hậu",
    "N": "cavalli|cavalieri|knights|horses|cavaleiros|cavalos|кони|кавалеры|рыцари|các kỵ sĩ",
    "J": "fanti|jacks|knaves|pages|valets|valetes|pajens|валеты|пажи|các bồi",
    "A": "assi|aces|ases|тузы|các át",
}
TRUMP: Final = Name(
    "Trionfo|Atout|Briscola|Tarocco",
    "Trump|Atout|Tarot",
    "Trunfo",
    "Козырь",
    "Lá chủ|Chủ bài",
)
_MATTO: Final = Name(
    "Matto|Folle|Pazzo",
    "Fool|Excuse",
    "Louco|Bobo",
    "Матто|Шут|Дурак|Безумец",
    "Kẻ Khờ|Gã Khờ|Matto",
)
_OF: Final[Mapping[str, str]] = {
    "it": "{rank} di {suit}",
    "en": "{rank} of {suit}",
    "pt": "{rank} de {suit}",
    "ru": "{rank} {suit}",
    "vi": "{rank} {suit}",
}


@dataclass(frozen=True, eq=False)
class CardNames:
    """What the cards of a game are called where it has names of its own.

    Attributes:
        trumps: the name of each trump, by its code.
        ranks: ranks with another name than in other games, by the code of the card; the usual
            names are read too.
        groups: words for several cards, each with their codes.
    """

    trumps: Mapping[str, Name]
    ranks: Mapping[str, Name] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)

    def of(self, code: str, language: str) -> str:
        """The name of a card that is printed, such as Re di Coppe, King of Cups."""
        return next(self.all_of(code, language))

    def all_of(self, code: str, language: str) -> Iterator[str]:
        """All names of a card in a language, the one that is printed first."""
        if code == "MAT":
            yield from _MATTO.all_in(language)
            return
        if code in self.trumps:
            yield from self.trumps[code].all_in(language)
            return
        suit, rank = code[0], code[1:]
        suits = RUSSIAN_OF[suit].split("|") if language == "ru" else SUITS[suit].all_in(language)
        ranks = [name.all_in(language) for name in (self.ranks.get(code), RANKS[rank]) if name]
        for name, of_suit in product([one for names in ranks for one in names], suits):
            yield _OF[language].format(rank=name, suit=of_suit)


RANK_LETTERS: Final[Mapping[str, str]] = {
    # The letters of codes and digits stand for themselves.
    **{rank: rank for rank in RANKS},
    "1": "A",
    # Re, Rei; Donna, Dama; Cavallo, Cavaleiro; Horse; Fante; Valete; Page, Pajem.
    "R": "K",
    "D": "Q",
    "C": "N",
    "H": "N",
    "F": "J",
    "V": "J",
    "P": "J",
    # Король, Дама, Найт, Рыцарь, Валет, Туз.
    "К": "K",
    "Д": "Q",
    "Н": "N",
    "Р": "N",
    "В": "J",
    "Т": "A",
}
"""The rank that a letter or a number means, in any of the languages."""


def nearest_code(written: str, pack: Pack) -> str | None:
    """The code of the pack that was probably meant, or None if none is near."""
    code = canonical_code(written)
    suit, rank = code[:1], code[1:]
    guesses = (code, rank + suit, code[-1:] + code[:-1], suit + RANK_LETTERS.get(rank, rank))
    for guess in guesses:
        if guess in pack.number:
            return guess
    return nearest(code, pack.number)
