"""Drives: what is simulated."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Union

import numpy

from . import _core
from .result import Result

PathLike = Union[str, "os.PathLike[str]"]
#: Chooses the position of GC's next victim among the candidates.
Victim = Callable[[_core.Candidates], int]

_SHIPPED = Path(__file__).parent / "configs"


def _configs(folder: PathLike | None) -> str:
    if folder is not None:
        return os.fspath(folder)
    return str(_SHIPPED) if _SHIPPED.is_dir() else ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _texts(options: Mapping[str, Any]) -> dict[str, str]:
    return {name: _text(value) for name, value in options.items() if value is not None}


def _job_option(name: str, value: Any) -> str:
    """fio's own spelling: a flag stands alone, or is 1 or 0."""
    if value is True:
        return name
    return f"{name}={0 if value is False else _text(value)}"


def _listed(files: PathLike | Iterable[PathLike] | None) -> list[str]:
    if files is None:
        return []
    if isinstance(files, (str, os.PathLike)):
        return [os.fspath(files)]
    return [os.fspath(file) for file in files]


def drives(configs: PathLike | None = None) -> list[str]:
    """Names of the drives that ship, and of those in the folder `configs`."""
    return _core.drives(_configs(configs))


def hosts(configs: PathLike | None = None) -> list[str]:
    """Names of the hosts that ship, and of those in the folder `configs`."""
    return _core.hosts(_configs(configs))


def workloads(configs: PathLike | None = None) -> list[str]:
    """Names of the fio job files that ship, and of those in the folder `configs`."""
    return _core.workloads(_configs(configs))


class Drive:
    """A simulated drive in its host, which keeps what is done to it: each run finds what those before left behind.

    The first run of a new drive gives the bytes that the command gives: `Drive("p320h-700").run("my.fio").json` is
    what `rainier run --drive p320h-700 my.fio --json FILE` writes. While a drive works Python's other threads go
    on; Ctrl-C ends the work in order, raises KeyboardInterrupt and leaves the drive fit for the next run.
    """

    def __init__(
        self,
        preset: PathLike,
        overrides: Mapping[str, Any] | None = None,
        *,
        host: PathLike = "linux-fio",
        scale: float | str = 1,
        seed: int = 1,
        faults: Iterable[str] = (),
        victim: Any = None,
        configs: PathLike | None = None,
    ) -> None:
        """Makes a new drive.

        preset     name of a drive (see `drives()`), or a YAML file of one
        overrides  parameters by path, as `--set` takes them: {"ftl.gc.victim": "fifo", "nand.read_time": "50us",
                   "host.cores": 2}; `rainier schema` lists them with units and ranges
        host       name of a host (see `hosts()`), or a YAML file of one
        scale      share of the blocks that are kept, above 0 and up to 1, such as "1/16": less memory and time to
                   fill; rates hold
        seed       of all random numbers, a whole number
        faults     what breaks, as `--fault` takes it: ["die:3.2@10ms"]
        victim     chooses what garbage collection collects next, in place of `ftl.gc.victim`: a function, or an
                   object with a method `choose`, that gets `Candidates` and answers a position in their arrays, such
                   as `lambda c: c.valid.argmin()`. Slow, as Python is asked for each superblock that is collected
                   (some 20 us and what the function takes): for labs. Keep it deterministic, or runs won't repeat
        configs    a folder of presets that is searched first, laid out as configs/ of Rainier

        Raises RainierError, with the line that the command prints.
        """
        settings = [f"{path}={value}" for path, value in _texts(overrides or {}).items()]
        choose = getattr(victim, "choose", victim)
        if choose is not None and not callable(choose):
            raise _core.RainierError("victim: expected a function, or an object with a method choose")
        self._core = _core.Drive(os.fspath(preset), settings, os.fspath(host), str(scale), str(seed), list(faults),
                                 _configs(configs), choose)

    def precondition(self, recipe: str) -> "Drive":
        """Writes the drive without simulating time, pass by pass: "seq:128KiB:2,rand:4KiB:1.5" is twice its capacity
        in order by blocks of 128 KiB, then one and a half times by random ones of 4 KiB. Answers the drive."""
        self._core.precondition(recipe)
        return self

    def run(
        self,
        jobs: PathLike | Iterable[PathLike] | None = None,
        *,
        series: str = "1s",
        timeline: PathLike | None = None,
        timeline_window: str | None = None,
        blktrace: PathLike | None = None,
        **options: Any,
    ) -> Result:
        """Runs fio jobs to their end.

        jobs             fio job files, or names of workloads that ship; or else, by name, the
        options          of one job: rw="randread", bs="4k", iodepth=32, runtime="100ms", time_based=True
        series           interval of the series, such as "100ms"
        timeline         a file to be opened in ui.perfetto.dev, of what happens in the
        timeline_window  such as "2s..2.01s" after the start (default: "0s..10ms")
        blktrace         a file for blkparse and btt

        Raises RainierError for what the command refuses.
        """
        recording = _texts({"series_interval": series, "timeline": timeline, "timeline_window": timeline_window,
                            "blktrace": blktrace})
        job_options = [_job_option(name, value) for name, value in options.items() if value is not None]
        return Result(self._core.run(_listed(jobs), job_options, recording))

    def replay(
        self,
        trace: PathLike,
        *,
        volumes: Iterable[str] = (),
        job: Mapping[str, Any] | None = None,
        series: str = "1s",
        timeline: PathLike | None = None,
        timeline_window: str | None = None,
        blktrace: PathLike | None = None,
        **options: Any,
    ) -> Result:
        """Plays a block trace, at its own times, or with `qd=32` as fast as that queue depth allows.

        trace    a file of any format that `rainier trace formats` lists, compressed or not
        volumes  only these of several
        job      of fio's options those of time, counts and logs: {"runtime": "60s", "write_lat_log": "hm_0"}
        options  those of `rainier replay`, with _ for -: past_end="wrap", unaligned="expand", qd=32, speed=10,
                 drive_writes=2, merge="overlay", format="msr"

        The rest as for `run`. Raises RainierError with file and line of what is wrong in the trace.
        """
        recording = _texts({"series_interval": series, "timeline": timeline, "timeline_window": timeline_window,
                            "blktrace": blktrace})
        job_options = [_job_option(name, value) for name, value in (job or {}).items()]
        return Result(self._core.replay(os.fspath(trace), job_options, recording, _texts(options), list(volumes)))

    def on_completions(self, callback: Callable[[numpy.ndarray], object] | None, batch: int = 65536) -> None:
        """From the next run on, hands over what the drive completes, `batch` commands at a time and the rest at the
        end. None ends it.

        The callback gets an array with a row for each command; `pandas.DataFrame(rows)` is a frame of it:

        time_ns     when the driver works it off, in ns of simulated time since the drive was made
        latency_ns  since its request was made
        offset      bytes from the beginning of the drive
        bytes       of the command
        slot        of the drive's command slots
        operation   0 read, 1 write, 2 trim, 3 flush
        error       0 none, 1 uncorrectable, 2 write-protected, 3 CRC of the link, 4 too hot, 5 power lost

        What it raises ends the run, and is raised by it.
        """
        self._core.on_completions(callback, batch)

    @property
    def capacity(self) -> int:
        """Bytes that the host sees."""
        return self._core.capacity

    @property
    def now(self) -> float:
        """Seconds of simulated time since the drive was made; preconditioning takes none."""
        return self._core.now

    @property
    def geometry(self) -> dict[str, int]:
        """channels, dies, superblocks; superblock_pages: mapping units of host data that a superblock holds, of
        page_bytes each; logical_pages: mapping units that the host sees."""
        return self._core.geometry()

    @property
    def counters(self) -> dict[str, int]:
        """What the FTL has done since the drive was made, preconditioning included, in mapping units: host_pages,
        copied_pages, parity_pages, trimmed_pages; and erased_superblocks and victims. Write amplification over a
        span is 1 + copied / host of the differences."""
        return self._core.counters()

    @property
    def superblocks(self) -> dict[str, numpy.ndarray]:
        """Of every superblock now: valid (mapping units), erases, and state (0 free, 1 open, 2 closed, 3 being
        collected, 4 being erased)."""
        return self._core.superblocks()
