"""What a run leaves behind."""

from __future__ import annotations

import io
import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict

if TYPE_CHECKING:
    import pandas

    from . import _core

_DIRECTIONS = ("read", "write", "trim")


class Result:
    """The result of a run: the table for the eye by `print(result)`, and all of it as JSON, dict and frames."""

    def __init__(self, outcome: "_core.Outcome") -> None:
        self.json: str = outcome.json
        """What `rainier run --json FILE` writes: fio's layout, and what fio has no word for under "rainier"."""
        self.series: str = outcome.series
        """What `rainier run --series FILE` writes: CSV with a row for each whole interval of simulated time."""
        self.notes: list[str] = outcome.notes
        """What a reader of the result must know."""
        self._text = outcome.text

    def __str__(self) -> str:
        return self._text + "".join(f"note: {note}\n" for note in self.notes)

    def __repr__(self) -> str:
        return f"<rainier.Result of {', '.join(job['jobname'] for job in self.dict['jobs'])}>"

    @cached_property
    def dict(self) -> Dict[str, Any]:
        """The JSON as Python's own types. Latencies in ns and bandwidths in bytes/s where the key says so, as fio's."""
        return json.loads(self.json)

    def save(self, path: str) -> None:
        """Writes the JSON to a file, for `rainier plot` and other programs."""
        Path(path).write_text(self.json, encoding="utf-8")

    def frames(self) -> Dict[str, "pandas.DataFrame"]:
        """The result as pandas frames:

        jobs       a row for each job and direction that did something: iops (1/s), bandwidth (bytes/s), ios, bytes,
                   latencies (lat_mean_us, clat_p50_us ...) in us
        latency    bins of the completion latency: job, direction, ns (the middle of the bin), count
        series     a row for each interval, by the seconds at its end: columns such as "read_iops [1/s]"
        resources  share of the time in which each was busy, by name
        stages     mean us of a request in each stage, a column a direction
        """
        import pandas

        own = self.dict["rainier"]
        stages = {d: own["stages"][d] for d in _DIRECTIONS if own["stages"].get(d, {}).get("requests")}
        series = pandas.read_csv(io.StringIO(self.series))
        return {
            "jobs": pandas.DataFrame(list(self._jobs())),
            "latency": pandas.DataFrame(list(self._bins()), columns=["job", "direction", "ns", "count"]),
            "series": series.set_index(series.columns[0]),
            "resources": pandas.DataFrame({"busy": own["resources"]}),
            "stages": pandas.DataFrame(stages).drop(index="requests", errors="ignore"),
        }

    def _parts(self):
        for job in self.dict["jobs"]:
            for direction in _DIRECTIONS:
                part = job.get(direction, {})
                if part.get("total_ios"):
                    yield job["jobname"], direction, part

    def _jobs(self):
        for job, direction, part in self._parts():
            clat = part["clat_ns"]
            row = {
                "job": job,
                "direction": direction,
                "ios": part["total_ios"],
                "bytes": part["io_bytes"],
                "iops": part["iops"],
                "bandwidth": part["bw_bytes"],
                "lat_mean_us": part["lat_ns"]["mean"] / 1e3,
                "lat_max_us": part["lat_ns"]["max"] / 1e3,
                "clat_mean_us": clat["mean"] / 1e3,
            }
            for percentile, value in clat.get("percentile", {}).items():
                row[f"clat_p{float(percentile):g}_us"] = value / 1e3
            yield row

    def _bins(self):
        for job, direction, part in self._parts():
            for ns, count in part["clat_ns"].get("bins", {}).items():
                yield job, direction, int(ns), count
