"""What the trumps of Tarocchi Bolognesi are called (B1.1)."""

from typing import Final

from scorecli.names import CardNames, Name

NAMES: Final = CardNames(
    trumps={
        "ANG": Name("Angelo|Ànzel", "Angel", "Anjo", "Ангел", "Thiên thần"),
        "MON": Name("Mondo|Mànd", "World", "Mundo", "Мир", "Thế giới"),
        "SOL": Name("Sole|Såul", "Sun", "Sol", "Солнце", "Mặt trời"),
        "LUN": Name("Luna|Lóuna", "Moon", "Lua", "Луна", "Mặt trăng"),
        "T16": Name("Stella", "Star", "Estrela", "Звезда", "Ngôi sao"),
        "T15": Name("Saetta|Torre", "Thunderbolt|Tower", "Raio|Torre", "Молния|Башня", "Tia sét"),
        "T14": Name("Diavolo", "Devil", "Diabo", "Дьявол", "Quỷ"),
        "T13": Name("Morte", "Death", "Morte", "Смерть", "Tử thần"),
        "T12": Name("Traditore", "Traitor", "Traidor", "Предатель", "Kẻ phản bội"),
        "T11": Name(
            "Vecchio|Eremita", "Old Man|Hermit", "Velho|Eremita", "Старик|Отшельник", "Ông già"
        ),
        "T10": Name("Ruota", "Wheel", "Roda", "Колесо", "Bánh xe"),
        "T9": Name("Forza", "Strength", "Força", "Сила", "Sức mạnh"),
        "T8": Name("Giustizia", "Justice", "Justiça", "Справедливость|Правосудие", "Công lý"),
        "T7": Name("Tempra|Temperanza", "Temperance", "Temperança", "Умеренность", "Điều độ"),
        "T6": Name("Carro", "Chariot", "Carro", "Колесница", "Cỗ xe"),
        "T5": Name("Amore", "Love", "Amor", "Любовь", "Tình yêu"),
        "MOR": Name("Moro|Moretto", "Moor", "Mouro", "Мавр", "Người Moor"),
        "BEG": Name(
            "Bégato|Bagattino|Bagatto|Béghet",
            "Magician|Juggler",
            "Mago",
            "Фокусник|Маг|Бегато",
            "Pháp sư",
        ),
    },
    groups={
        "mori|moretti|moors|mouros|мавры": "MOR MOR MOR MOR",
        "tarocchi|tarots|tarôs|тароччи": "ANG MON BEG MAT",
    },
)
