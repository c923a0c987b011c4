def choose(candidates):
    """The emptiest."""
    return int(candidates.valid.argmin())
