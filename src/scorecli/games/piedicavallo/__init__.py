"""Tarocchi of Piedicavallo: what is special in this game."""
