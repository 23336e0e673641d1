"""Tarocchi Bolognesi (Ottocento): the clauses B1 to B7."""
