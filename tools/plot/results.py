#!/usr/bin/python3
"""Draws results of `rainier run --json` (or fio's json+), of `rainier experiment --json` and series of `--series` side
by side in one picture.

    tools/plot/results.py PICTURE.svg RESULT.json... SERIES.csv...

Of results: the share of requests by latency, the IOPS and where the time of a request goes; the IOPS and the mean
latency by queue depth where the depths differ; heat maps of the dies. Of experiments: IOPS and mean latency by queue
depth. Of series: IOPS, throughput and power over time.
"""
import csv
import sys
from pathlib import Path

import experiments
import heat_maps
import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "rainier"  # the same bytes every time
import matplotlib.pyplot as plt  # noqa: E402
from refusal import read_json, refuse  # noqa: E402

EXPECTED = "the JSON of rainier run, rainier experiment or fio"
DIRECTIONS = ("read", "write", "trim")
STYLES = {"read": "-", "write": "--", "trim": ":"}


class Result:
    """What all jobs of one result did together, by direction."""

    def __init__(self, path, content):
        self.json = content
        if not content.get("jobs"):
            refuse(f"{path}: expected {EXPECTED}: it has no jobs")
        self.name = Path(path).stem
        self.bins = {d: {} for d in DIRECTIONS}
        self.iops = dict.fromkeys(DIRECTIONS, 0.0)
        self.latency = dict.fromkeys(DIRECTIONS, 0.0)
        self.depth = 0
        try:
            self.add_jobs()
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            refuse(f"{path}: expected {EXPECTED}: a job is not as they write it ({error!r})")

    def add_jobs(self):
        for job in self.json["jobs"]:
            options = {**self.json.get("global options", {}), **job.get("job options", {})}
            together = int(options.get("numjobs", 1)) if "group_reporting" in options else 1
            self.depth += int(options.get("iodepth", 1)) * together
            for direction in DIRECTIONS:
                part = job.get(direction, {})
                count = part.get("total_ios", 0)
                if count == 0:
                    continue
                self.iops[direction] += part["iops"]
                self.latency[direction] += part["iops"] * part["clat_ns"]["mean"]
                found = next((part[kind]["bins"] for kind in ("clat_ns", "lat_ns") if "bins" in part.get(kind, {})), {})
                for value, times in found.items():
                    bins = self.bins[direction]
                    bins[int(value)] = bins.get(int(value), 0) + times
        for direction in DIRECTIONS:
            if self.iops[direction]:
                self.latency[direction] /= self.iops[direction]

    def used(self):
        return [d for d in DIRECTIONS if self.iops[d]]


def draw_latency(axes, results):
    for number, result in enumerate(results):
        for direction in result.used():
            bins = sorted(result.bins[direction].items())
            total = sum(count for _, count in bins)
            if total == 0:
                continue
            below, xs, ys = 0, [], []
            for value, count in bins:
                below += count
                xs.append(value / 1000)
                ys.append(100 * below / total)
            axes.step(xs, ys, where="post", color=f"C{number}", linestyle=STYLES[direction],
                      label=f"{result.name} {direction}")
    axes.set(title="Latency", xscale="log", xlabel="us", ylabel="% of requests up to it", ylim=(0, 101))
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=7)
    else:
        axes.set(title="Latency: no bins (fio --output-format=json+ has them)")


def draw_iops(axes, results):
    depths = {result.depth for result in results}
    if len(depths) > 1 and len(depths) == len(results):
        return draw_depths(axes, results)
    bottom = [0.0] * len(results)
    for direction, colour in zip(DIRECTIONS, ("tab:blue", "tab:orange", "tab:green")):
        values = [result.iops[direction] for result in results]
        if any(values):
            axes.bar(range(len(results)), values, bottom=bottom, color=colour, label=direction)
        bottom = [a + b for a, b in zip(bottom, values)]
    axes.set_xticks(range(len(results)), [result.name for result in results], rotation=20, ha="right", fontsize=7)
    axes.set(title="Requests a second")
    axes.legend(fontsize=7)


def draw_depths(axes, results):
    results = sorted(results, key=lambda result: result.depth)
    xs = [result.depth for result in results]
    axes.plot(xs, [sum(result.iops.values()) for result in results], "o-", color="tab:blue")
    axes.set(title="By queue depth", xscale="log", xlabel="outstanding", ylabel="requests a second", ylim=(0, None))
    axes.set_xticks(xs, [str(x) for x in xs])
    axes.minorticks_off()
    right = axes.twinx()
    mean = [sum(r.iops[d] * r.latency[d] for d in r.used()) / max(sum(r.iops.values()), 1e-9) / 1000
            for r in results]
    right.plot(xs, mean, "s--", color="tab:red")
    right.set(ylabel="mean latency, us (dashed)", ylim=(0, None))


def draw_stages(axes, results):
    rows, bottom, stages = [], [], None
    for result in results:
        for direction in DIRECTIONS:
            of = result.json.get("rainier", {}).get("stages", {}).get(direction, {})
            if of.get("requests"):
                rows.append((f"{result.name} {direction}", of))
    if not rows:
        axes.set_axis_off()
        return
    stages = [key for key in rows[0][1] if key != "requests"]
    bottom = [0.0] * len(rows)
    for number, stage in enumerate(stages):
        values = [of[stage] for _, of in rows]
        axes.barh(range(len(rows)), values, left=bottom, color=plt.get_cmap("tab20")(number), label=stage)
        bottom = [a + b for a, b in zip(bottom, values)]
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=7)
    axes.set(title="Where the time of a request goes", xlabel="us, mean")
    axes.invert_yaxis()
    axes.legend(fontsize=6, ncol=2)


def draw_series(figure_axes, path, number):
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    header, rows = (rows[0], rows[1:]) if rows else ([], [])
    column = {}
    for number_of_column, title in enumerate(header):
        column.setdefault(title.split(" ")[0], number_of_column)  # the first of a name: power in W, not its share
    try:
        if "power" not in column:
            raise ValueError("it has no column power")
        times, rows = [float(row[0]) for row in rows], [[float(cell or "nan") for cell in row] for row in rows]
        if any(len(row) != len(header) for row in rows):
            raise ValueError("a row is cut short")
    except ValueError as error:
        refuse(f"{path}: expected the series of rainier run --series, or the results.csv of a sweep: {error}")
    panels = ((("read_iops", "write_iops"), "Requests a second"),
              (("read_bandwidth", "write_bandwidth"), "Throughput, MB/s"), (("power",), "Power, W"))
    for axes, (keys, title) in zip(figure_axes, panels):
        for style, key in zip(("-", "--"), keys):
            values = [row[column[key]] for row in rows] if key in column else []
            if any(values):
                axes.step(times, values, where="post", color=f"C{number}", linestyle=style,
                          label=f"{Path(path).stem} {key}")
        axes.set(title=title, xlabel="s")
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=7)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    picture, files = sys.argv[1], sys.argv[2:]
    contents = [(path, read_json(path, EXPECTED)) for path in files if not path.endswith(".csv")]
    for path, content in contents:
        if content.get("points") == [] and not content.get("jobs"):
            refuse(f"{path}: no point has been measured")
    series = [path for path in files if path.endswith(".csv")]
    tests = [(Path(path).stem, content) for path, content in contents if experiments.is_experiment(content)]
    results = [Result(path, content) for path, content in contents if not experiments.is_experiment(content)]
    mapped = [result for result in results if heat_maps.has_dies(result)]
    panels = (3 if results else 0) + (2 if tests else 0) + (3 if series else 0)
    columns, rows = max(panels, len(mapped)), 1 + (len(heat_maps.MAPS) if mapped else 0)
    figure, axes = plt.subplots(rows, columns, figsize=(5 * columns, 4.2 * rows), squeeze=False)
    for row, used in zip(axes, [panels] + [len(mapped)] * len(heat_maps.MAPS)):
        for place in row[used:]:
            place.set_axis_off()
    first = list(axes[0])
    if results:
        draw_latency(first[0], results)
        draw_iops(first[1], results)
        draw_stages(first[2], results)
    if tests:
        experiments.draw(first[3 if results else 0:], tests)
    for number, path in enumerate(series):
        draw_series(first[panels - 3:panels], path, number)
    for place in first[:panels]:
        place.grid(alpha=0.3)
    for place in first[1:2] * bool(results) + first[3 if results else 0:panels]:
        place.set_ylim(0, 1.05 * place.dataLim.y1 or 1)
    heat_maps.draw(figure, axes[1:], mapped)
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None} if picture.endswith(".svg") else None)


main()
