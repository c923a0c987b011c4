"""Rainier, a full-system SSD simulator.

Build a drive, bring it into a state, run jobs or a trace on it, look at what came out:

    import rainier
    drive = rainier.Drive("p320h-700", scale="1/16", overrides={"ftl.gc.victim": "fifo"})
    drive.precondition("seq:128KiB:1,rand:4KiB:1")
    result = drive.run(rw="randread", bs="4k", iodepth=32, runtime="100ms", time_based=True)
    print(result)                         # the table of `rainier run`
    result.dict["rainier"]["power"]       # its JSON
    result.frames()["jobs"]               # as pandas frames

The same configuration and seed give the same bytes, here as from the command `rainier`.
"""

from ._core import Candidates, RainierError, __version__
from .drive import Drive, drives, hosts, workloads
from .result import Result

__all__ = ["Candidates", "Drive", "RainierError", "Result", "__version__", "drives", "hosts", "workloads"]
