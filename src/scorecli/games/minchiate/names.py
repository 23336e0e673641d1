"""What the trumps and the Fantine of Minchiate Fiorentine are called (M1.1)."""

from typing import Final

from scorecli.names import CardNames, Name

_FANTINA: Final = Name("Fantina", "Maid")

NAMES: Final = CardNames(
    trumps={
        "T40": Name("Trombe", "Trumpets"),
        "T39": Name("Mondo", "World"),
        "T38": Name("Sole", "Sun"),
        "T37": Name("Luna", "Moon"),
        "T36": Name("Stella", "Star"),
        "T35": Name("Gemini", "Gemini"),
        "T34": Name("Toro", "Taurus"),
        "T33": Name("Leone", "Leo"),
        "T32": Name("Acquario", "Aquarius"),
        "T31": Name("Pesci", "Pisces"),
        "T30": Name("Cancro", "Cancer"),
        "T29": Name("Sagittario", "Sagittarius"),
        "T28": Name("Capricorno", "Capricorn"),
        "T27": Name("Ariete", "Aries"),
        "T26": Name("Scorpione", "Scorpio"),
        "T25": Name("Vergine", "Virgo"),
        "T24": Name("Bilancia", "Libra"),
        "T23": Name("Aria", "Air"),
        "T22": Name("Terra", "Earth"),
        "T21": Name("Acqua", "Water"),
        "T20": Name("Fuoco", "Fire"),
        "T19": Name("Carità", "Charity"),
        "T18": Name("Fede", "Faith"),
        "T17": Name("Prudenza", "Prudence"),
        "T16": Name("Speranza", "Hope"),
        "T15": Name("Casa del Diavolo", "Tower"),
        "T14": Name("Diavolo", "Devil"),
        "T13": Name("Morte", "Death"),
        "T12": Name("Impiccato", "Hanged Man"),
        "T11": Name("Gobbo", "Hunchback"),
        "T10": Name("Carro", "Chariot"),
        "T9": Name("Ruota della Fortuna", "Wheel of Fortune"),
        "T8": Name("Giustizia", "Justice"),
        "T7": Name("Fortezza", "Fortitude"),
        "T6": Name("Temperanza", "Temperance"),
        "T5": Name("Papa cinque", "Love"),
        "T4": Name("Papa quattro", "Eastern Emperor"),
        "T3": Name("Papa tre", "Western Emperor"),
        "T2": Name("Papa due", "Grand Duke"),
        "T1": Name("Papa uno", "Pope One"),
    },
    ranks={"CJ": _FANTINA, "DJ": _FANTINA},
)
