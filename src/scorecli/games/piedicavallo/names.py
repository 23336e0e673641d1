"""What the trumps of Tarocchi of Piedicavallo are called (P1.1)."""

from typing import Final

from scorecli.names import CardNames, Name

NAMES: Final = CardNames(
    trumps={
        "T21": Name("Mondo", "World", "Mundo", "Мир", "Thế giới"),
        "T20": Name(
            "Angelo|Giudizio", "Angel|Judgement", "Anjo|Julgamento", "Ангел|Суд", "Thiên thần"
        ),
        "T19": Name("Sole", "Sun", "Sol", "Солнце", "Mặt trời"),
        "T18": Name("Luna", "Moon", "Lua", "Луна", "Mặt trăng"),
        "T17": Name("Stelle|Stella", "Stars|Star", "Estrelas|Estrela", "Звёзды|Звезда", "Ngôi sao"),
        "T16": Name("Torre", "Tower", "Torre", "Башня", "Tháp"),
        "T15": Name("Diavolo", "Devil", "Diabo", "Дьявол", "Quỷ"),
        "T14": Name("Temperanza", "Temperance", "Temperança", "Умеренность", "Điều độ"),
        "T13": Name("Morte", "Death", "Morte", "Смерть", "Tử thần"),
        "T12": Name("Appeso|Impiccato", "Hanged Man", "Enforcado", "Повешенный", "Người treo"),
        "T11": Name("Forza", "Strength", "Força", "Сила", "Sức mạnh"),
        "T10": Name("Ruota", "Wheel", "Roda", "Колесо", "Bánh xe"),
        "T9": Name("Eremita", "Hermit", "Eremita", "Отшельник", "Ẩn sĩ"),
        "T8": Name("Giustizia", "Justice", "Justiça", "Справедливость|Правосудие", "Công lý"),
        "T7": Name("Carro", "Chariot", "Carro", "Колесница", "Cỗ xe"),
        "T6": Name("Amanti|Amore", "Lovers|Love", "Amantes|Amor", "Влюблённые|Любовь", "Tình nhân"),
        "T5": Name("Papa", "Pope", "Papa", "Папа", "Giáo hoàng"),
        "T4": Name("Imperatore", "Emperor", "Imperador", "Император", "Hoàng đế"),
        "T3": Name("Imperatrice", "Empress", "Imperatriz", "Императрица", "Nữ hoàng"),
        "T2": Name("Papessa", "Popess", "Papisa", "Папесса", "Nữ giáo hoàng"),
        "T1": Name("Bagatto", "Magician", "Mago", "Маг|Фокусник", "Pháp sư"),
    },
)
