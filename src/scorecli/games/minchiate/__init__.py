"""Minchiate Fiorentine: the clauses M1 to M7."""
