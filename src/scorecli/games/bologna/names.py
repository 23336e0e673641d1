"""What the trumps of Tarocchi Bolognesi are called (B1.1)."""

from typing import Final

from scorecli.names import CardNames, Name

NAMES: Final = CardNames(
    trumps={
        "ANG": Name("Angelo", "Angel"),
        "MON": Name("Mondo", "World"),
        "SOL": Name("Sole", "Sun"),
        "LUN": Name("Luna", "Moon"),
        "T16": Name("Stella", "Star"),
        "T15": Name("Saetta", "Thunderbolt"),
        "T14": Name("Diavolo", "Devil"),
        "T13": Name("Morte", "Death"),
        "T12": Name("Traditore", "Traitor"),
        "T11": Name("Vecchio", "Old Man"),
        "T10": Name("Ruota", "Wheel"),
        "T9": Name("Forza", "Strength"),
        "T8": Name("Giustizia", "Justice"),
        "T7": Name("Tempra", "Temperance"),
        "T6": Name("Carro", "Chariot"),
        "T5": Name("Amore", "Love"),
        "MOR": Name("Moro", "Moor"),
        "BEG": Name("Bégato", "Magician"),
    },
)
