"""What the trumps of Tarocchi of Piedicavallo are called."""

from typing import Final

from scorecli.names import CardNames, Name

NAMES: Final = CardNames(
    trumps={
        "T21": Name("Mondo", "World"),
        "T20": Name("Angelo", "Angel"),
        "T19": Name("Sole", "Sun"),
        "T18": Name("Luna", "Moon"),
        "T17": Name("Stelle", "Stars"),
        "T16": Name("Torre", "Tower"),
        "T15": Name("Diavolo", "Devil"),
        "T14": Name("Temperanza", "Temperance"),
        "T13": Name("Morte", "Death"),
        "T12": Name("Appeso", "Hanged Man"),
        "T11": Name("Forza", "Strength"),
        "T10": Name("Ruota", "Wheel"),
        "T9": Name("Eremita", "Hermit"),
        "T8": Name("Giustizia", "Justice"),
        "T7": Name("Carro", "Chariot"),
        "T6": Name("Amanti", "Lovers"),
        "T5": Name("Papa", "Pope"),
        "T4": Name("Imperatore", "Emperor"),
        "T3": Name("Imperatrice", "Empress"),
        "T2": Name("Papessa", "Popess"),
        "T1": Name("Bagatto", "Magician"),
    },
)
