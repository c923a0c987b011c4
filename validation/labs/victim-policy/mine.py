"""Chooses the superblock that garbage collection collects next."""


def choose(candidates):
    """The one closed longest ago. Write your own here."""
    return int(candidates.closed.argmin())
