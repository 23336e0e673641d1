"""Naive scorers written from the rule sheets alone, to check the program against."""
