"""Logs of hands, from one evening to many millions: streamed, shared out, resumed."""
