"""Matches: the hands of one table one after the other, their running totals, and what breaks them.

A hand belongs to the match that is open at its table: the same game, `event` and `table`. It begins
a new one if that match is over by the rules of its game (`MatchRules`), if it is numbered deal 1,
or if four other people sit down (P4.2).
"""
