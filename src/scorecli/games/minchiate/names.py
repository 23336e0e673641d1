"""What the trumps and the Fantine of Minchiate Fiorentine are called (M1.1)."""

from typing import Final

from scorecli.names import CardNames, Name

_FANTINA: Final = Name("Fantina", "Maid", "Donzela", "Служанка", "Cô hầu")

NAMES: Final = CardNames(
    trumps={
        "T40": Name(
            "Trombe|Tromba|Fama|Angelo|Giudizio",
            "Trumpets|Fame",
            "Trombetas|Fama",
            "Трубы|Слава",
            "Kèn trận",
        ),
        "T39": Name("Mondo", "World", "Mundo", "Мир", "Thế giới"),
        "T38": Name("Sole", "Sun", "Sol", "Солнце", "Mặt trời"),
        "T37": Name("Luna", "Moon", "Lua", "Луна", "Mặt trăng"),
        "T36": Name("Stella", "Star", "Estrela", "Звезда", "Ngôi sao"),
        "T35": Name("Gemini|Gemelli", "Gemini", "Gêmeos|Gémeos", "Близнецы", "Song Tử"),
        "T34": Name("Toro", "Taurus", "Touro", "Телец", "Kim Ngưu"),
        "T33": Name("Leone", "Leo", "Leão", "Лев", "Sư Tử"),
        "T32": Name("Acquario", "Aquarius", "Aquário", "Водолей", "Bảo Bình"),
        "T31": Name("Pesci", "Pisces", "Peixes", "Рыбы", "Song Ngư"),
        "T30": Name("Cancro", "Cancer", "Câncer|Caranguejo", "Рак", "Cự Giải"),
        "T29": Name("Sagittario", "Sagittarius", "Sagitário", "Стрелец", "Nhân Mã"),
        "T28": Name("Capricorno", "Capricorn", "Capricórnio", "Козерог", "Ma Kết"),
        "T27": Name("Ariete", "Aries", "Áries|Carneiro", "Овен", "Bạch Dương"),
        "T26": Name("Scorpione", "Scorpio", "Escorpião", "Скорпион", "Bọ Cạp|Thiên Yết"),
        "T25": Name("Vergine", "Virgo", "Virgem", "Дева", "Xử Nữ"),
        "T24": Name("Bilancia", "Libra", "Balança", "Весы", "Thiên Bình"),
        "T23": Name("Aria", "Air", "Ar", "Воздух", "Khí"),
        "T22": Name("Terra", "Earth", "Terra", "Земля", "Đất"),
        "T21": Name("Acqua", "Water", "Água", "Вода", "Nước"),
        "T20": Name("Fuoco", "Fire", "Fogo", "Огонь", "Ngọn lửa"),
        "T19": Name("Carità", "Charity", "Caridade", "Милосердие", "Bác ái"),
        "T18": Name("Fede", "Faith", "Fé", "Вера", "Đức tin"),
        "T17": Name("Prudenza", "Prudence", "Prudência", "Благоразумие", "Khôn ngoan"),
        "T16": Name("Speranza", "Hope", "Esperança", "Надежда", "Hy vọng"),
        "T15": Name("Casa del Diavolo|Torre", "Tower", "Torre", "Башня", "Tháp"),
        "T14": Name("Diavolo|Demonio", "Devil", "Diabo", "Дьявол", "Quỷ"),
        "T13": Name("Morte", "Death", "Morte", "Смерть", "Tử thần"),
        "T12": Name("Impiccato|Appeso", "Hanged Man", "Enforcado", "Повешенный", "Người treo"),
        "T11": Name(
            "Gobbo|Tempo|Vecchio", "Hunchback|Time", "Corcunda|Tempo", "Горбун|Время", "Gã gù"
        ),
        "T10": Name("Carro", "Chariot", "Carro", "Колесница", "Cỗ xe"),
        "T9": Name(
            "Ruota della Fortuna|Ruota",
            "Wheel of Fortune|Wheel",
            "Roda da Fortuna|Roda",
            "Колесо Фортуны|Колесо",
            "Bánh xe số phận",
        ),
        "T8": Name("Giustizia", "Justice", "Justiça", "Справедливость|Правосудие", "Công lý"),
        "T7": Name("Fortezza|Forza", "Fortitude|Strength", "Força", "Сила", "Sức mạnh"),
        "T6": Name("Temperanza", "Temperance", "Temperança", "Умеренность", "Điều độ"),
        "T5": Name(
            "Papa cinque|Papa 5|Papa V|Innamorati|Amore",
            "Love|Pope Five",
            "Amor|Papa cinco",
            "Любовь",
            "Tình yêu",
        ),
        "T4": Name(
            "Papa quattro|Papa 4|Papa IV|Papa IIII|Imperatore d'Oriente",
            "Eastern Emperor|Pope Four",
            "Imperador do Oriente|Papa quatro",
            "Восточный император",
            "Hoàng đế phương Đông",
        ),
        "T3": Name(
            "Papa tre|Papa 3|Papa III|Imperatore d'Occidente",
            "Western Emperor|Pope Three",
            "Imperador do Ocidente|Papa três",
            "Западный император",
            "Hoàng đế phương Tây",
        ),
        "T2": Name(
            "Papa due|Papa 2|Papa II|Granduca",
            "Grand Duke|Pope Two",
            "Grão-duque|Papa dois",
            "Великий герцог",
            "Đại công tước",
        ),
        "T1": Name(
            "Papa uno|Papa 1|Papa I|Papino|Ganellino",
            "Pope One",
            "Papa um",
            "Папа первый|Папино",
            "Giáo hoàng nhỏ",
        ),
    },
    ranks={"CJ": _FANTINA, "DJ": _FANTINA},
    groups={
        "arie|арии": "T40 T39 T38 T37 T36",
        "papi|popes|papas|папы": "T5 T4 T3 T2 T1",
        "sopraventi": "T29 T28 T27 T26 T25 T24 T23 T22 T21",
        "sopratrenta": "T35 T34 T33 T32 T31 T30",
        "fantine|maids|donzelas": "CJ DJ",
    },
)
