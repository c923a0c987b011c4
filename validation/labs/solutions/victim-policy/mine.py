"""Chooses the superblock that garbage collection collects next."""
import numpy


def choose(candidates):
    """The one closed longest ago of those that hold no more valid pages than the mean."""
    valid = candidates.valid.astype(numpy.int64)
    allowed = valid * len(valid) <= valid.sum()
    never = numpy.iinfo(candidates.closed.dtype).max
    return int(numpy.where(allowed, candidates.closed, never).argmin())
