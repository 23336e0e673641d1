"""Random hands: legal records, and records with one chosen fault, to try the audit on.

A hand is dealt and written step by step (`draft`); `random_hand` makes a record of it without a
fault, `planting` one with a fault. What is special in a game is one module of its folder,
`scorecli.games.<name>.dealing`; `special` says what it has to tell.
"""
