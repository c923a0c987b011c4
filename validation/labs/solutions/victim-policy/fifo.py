def choose(candidates):
    """The oldest."""
    return int(candidates.closed.argmin())
