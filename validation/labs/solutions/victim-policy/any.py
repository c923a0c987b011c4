def choose(candidates):
    """Any."""
    return int(candidates.now % len(candidates))
