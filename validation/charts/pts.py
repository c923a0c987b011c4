#!/usr/bin/python3
"""Charts of what `rainier pts ... --json RESULT.json` measured, as SNIA's specification asks for them.

usage: pts.py RESULT.json FOLDER [svg|png]

Writes FOLDER/DRIVE-TEST-qdN-CHART.svg, and prints the names:
  convergence   the tracked block sizes or cells by round, with the rounds that are averaged
  verification  the five rounds of each tracked cell between the limits of range and slope
  blocks        averages by block size, a line for each mix (iops, latency)
  bars          averages by block size and mix
  time, writes  wsat: IOPS and latency against time and against drive writes
"""

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("agg")
matplotlib.rcParams["svg.hashsalt"] = "rainier"  # the same bytes every time
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator  # noqa: E402

METRICS = {  # key: (axis label, what one unit on the axis is)
    "iops": ("requests a second", 1),
    "throughput": ("throughput [MB/s]", 1e6),
    "latency_mean": ("mean latency [us]", 1e-6),
    "latency_max": ("maximum latency [us]", 1e-6),
}
TESTS = {"iops": "IOPS", "throughput": "throughput", "latency": "latency", "wsat": "write saturation"}
COLOURS = plt.get_cmap("viridis")


def size(number):
    for unit, name in ((2**20, "MiB"), (2**10, "KiB")):
        if number >= unit:
            return f"{number / unit:g} {name}"
    return f"{number} B"


def short(value, _=None):
    """1,400,000 as 1.4M."""
    for unit, name in ((1e6, "M"), (1e3, "K")):
        if abs(value) >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:.3g}"


def label(cell):
    return f"{size(cell['block_bytes'])}, {cell['read_percent']} % reads"


def key(cell):
    return cell["block_bytes"], cell["read_percent"]


def colour(index, count):
    return COLOURS(0.05 + 0.85 * index / max(count - 1, 1))


def shown(result, name):
    """A value of a cell in the unit of its axis."""
    return result[name] / METRICS[name][1]


def half_width(cell, name):
    measure = "latency" if name == "latency_mean" else name
    return cell.get(f"{measure}_half_width", 0) / METRICS[name][1]


def number_axis(axis):
    axis.set_major_formatter(FuncFormatter(short))


def log_axis(axes):
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_minor_formatter(NullFormatter())
    number_axis(axes.yaxis)


def heading(result, what):
    scale = "" if result["scale"] == 1 else f" (scaled to {result['scale']:.3g})"
    return f"{result['name']}{scale}: SNIA PTS {TESTS[result['test']]}, queue depth {result['qd']}\n{what}"


def figure(result, what, width=7.2, height=4.4):
    fig, axes = plt.subplots(figsize=(width, height), layout="constrained")
    axes.set_title(heading(result, what), fontsize=10)
    axes.grid(alpha=0.3, which="both", linewidth=0.6)
    return fig, axes


def rounds_of(result, part):
    return [entry for entry in result["rounds"] if entry["part"] == part]


def series(result, part, place, name):
    """Rounds and values of one cell; a partial round may lack it."""
    points = [(entry["round"], shown(cell, name)) for entry in rounds_of(result, part)
              for cell in entry["cells"] if key(cell) == place]
    return [x for x, _ in points], [y for _, y in points]


def converging(result):
    """The cells whose convergence is shown: all writes of the IOPS test, else what is tracked."""
    if result["test"] == "iops":
        places = sorted({key(cell) for entry in result["rounds"] for cell in entry["cells"]
                         if cell["read_percent"] == 0}, reverse=True)
        return [(1, place) for place in places]
    return [(cell["part"], key(cell)) for cell in result["steady"]["tracked"]]


def convergence(result):
    metric = result["plan"]["metric"]
    if not converging(result):
        return None
    fig, axes = figure(result, "by round; shaded: the rounds that are averaged")
    cells = converging(result)
    for i, (part, (block, reads)) in enumerate(cells):
        x, y = series(result, part, (block, reads), metric)
        axes.plot(x, y, marker="o", markersize=4, color=colour(i, len(cells)), label=f"{size(block)}, {reads} % reads")
    parts = result["steady"]["parts"]
    for part in parts:
        axes.axvspan(part["first_averaged_round"] - 0.4, part["last_averaged_round"] + 0.4, color="tab:gray",
                     alpha=0.15 / len(parts), linewidth=0)
    last = max((entry["round"] for entry in result["rounds"]), default=1)
    axes.set_xlim(0.5, last + 0.5)
    axes.set_xticks(range(1, last + 1, 1 + last // 26))
    log_axis(axes)
    axes.set_xlabel("round")
    axes.set_ylabel(METRICS[metric][0])
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize=8, frameon=False)
    return fig


def verification(result):
    tracked = [cell for cell in result["steady"]["tracked"] if len(cell["values"]) == 5]
    if not tracked:
        return None
    unit = METRICS[tracked[0]["metric"]][1]
    columns = min(len(tracked), 2)
    lines = -(-len(tracked) // columns)
    fig, grid = plt.subplots(lines, columns, figsize=(max(4.4 * columns, 7.2), 3.5 * lines + 0.8), layout="constrained",
                             squeeze=False)
    fig.suptitle(heading(result, "steady-state verification"), fontsize=10)
    for axes in grid.flat[len(tracked):]:
        axes.axis("off")
    for axes, cell in zip(grid.flat, tracked):
        mean = cell["mean"] / unit
        x = list(range(cell["first_round"], cell["last_round"] + 1))
        middle = sum(x) / len(x)
        line = [mean + cell["slope"] / unit * (r - middle) for r in x]
        axes.fill_between([x[0] - 0.4, x[-1] + 0.4], 0.9 * mean, 1.1 * mean, color="tab:gray", alpha=0.15,
                          linewidth=0, label="mean +- 10 %")
        axes.axhline(mean, color="tab:gray", linewidth=1, label="mean")
        axes.plot(x, line, color="tab:orange", linestyle="--", label="least squares")
        axes.plot(x, [value / unit for value in cell["values"]], marker="o", color="tab:blue", label="rounds")
        verdict = "steady" if cell["steady"] else "NOT STEADY"
        axes.set_title(f"{label(cell)}: {verdict}\nrange {100 * cell['range']:.1f} % (limit 20 %), "
                       f"line {100 * cell['slope_excursion']:.1f} % (limit 10 %)", fontsize=9)
        axes.set_xticks(x)
        axes.set_xlim(x[0] - 0.4, x[-1] + 0.4)
        low, high = axes.get_ylim()
        axes.set_ylim(min(low, 0.85 * mean), max(high, 1.15 * mean))
        number_axis(axes.yaxis)
        axes.set_xlabel("round")
        axes.set_ylabel(METRICS[cell["metric"]][0])
        axes.grid(alpha=0.3)
    grid.flat[0].legend(fontsize=8, loc="best")
    return fig


def blocks(result, name):
    fig, axes = figure(result, f"{METRICS[name][0]} by block size, with 95 % confidence")
    sizes = sorted({cell["block_bytes"] for cell in result["cells"]})
    mixes = sorted({cell["read_percent"] for cell in result["cells"]}, reverse=True)
    for i, reads in enumerate(mixes):
        cells = sorted((cell for cell in result["cells"] if cell["read_percent"] == reads),
                       key=lambda cell: cell["block_bytes"])
        axes.errorbar([sizes.index(cell["block_bytes"]) for cell in cells], [shown(cell, name) for cell in cells],
                      yerr=[half_width(cell, name) for cell in cells], marker="o", markersize=4, capsize=2,
                      linewidth=1.2, color=colour(i, len(mixes)), label=f"{reads} % reads")
    axes.set_xticks(range(len(sizes)), [size(block) for block in sizes])
    log_axis(axes)
    axes.set_xlabel("block size")
    axes.set_ylabel(METRICS[name][0])
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), fontsize=8, frameon=False)
    return fig


def bars(result, name):
    """Bars in three dimensions where there are many mixes, else beside each other."""
    sizes = sorted({cell["block_bytes"] for cell in result["cells"]})
    mixes = sorted({cell["read_percent"] for cell in result["cells"]})
    if len(mixes) < 4:
        return flat_bars(result, name, sizes, mixes)
    fig = plt.figure(figsize=(8.4, 6.2))
    axes = fig.add_axes([0.0, 0.0, 0.95, 0.98], projection="3d", computed_zorder=False)
    fig.suptitle(heading(result, f"{METRICS[name][0]} by block size and share of reads"), fontsize=10)
    places = [(len(sizes) - 1 - sizes.index(cell["block_bytes"]), mixes.index(cell["read_percent"]), cell)
              for cell in result["cells"]]
    for x, y, cell in sorted(places, key=lambda place: (-place[0] - place[1], place[0])):  # from the back
        axes.bar3d(x - 0.35, y - 0.35, 0, 0.7, 0.7, shown(cell, name), color=colour(y, len(mixes)), shade=True,
                   edgecolor="white", linewidth=0.2)
    axes.set_xticks(range(len(sizes)), [f"{block / 1024:g}" for block in reversed(sizes)], fontsize=8)
    axes.set_yticks(range(len(mixes)), [f"{reads}" for reads in mixes], fontsize=8)
    axes.tick_params(axis="z", labelsize=8)
    number_axis(axes.zaxis)
    axes.set_xlabel("block size [KiB]")
    axes.set_ylabel("reads [%]")
    axes.set_zlabel(METRICS[name][0])
    axes.view_init(elev=24, azim=-128)
    return fig


def flat_bars(result, name, sizes, mixes):
    fig, axes = figure(result, f"{METRICS[name][0]}, averages")
    width = 0.8 / len(mixes)
    for i, reads in enumerate(reversed(mixes)):
        cells = [cell for cell in result["cells"] if cell["read_percent"] == reads]
        drawn = axes.bar([sizes.index(cell["block_bytes"]) + (i - (len(mixes) - 1) / 2) * width for cell in cells],
                         [shown(cell, name) for cell in cells], width, color=colour(i, len(mixes)),
                         yerr=None if name == "latency_max" else [half_width(cell, name) for cell in cells],
                         capsize=3, label=f"{reads} % reads")
        axes.bar_label(drawn, [short(shown(cell, name)) for cell in cells], fontsize=8, padding=2)
    axes.set_xticks(range(len(sizes)), [size(block) for block in sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.margins(y=0.12)
    number_axis(axes.yaxis)
    axes.set_xlabel("block size")
    axes.set_ylabel(METRICS[name][0])
    axes.legend(fontsize=8)
    return fig


def saturation(result, across):
    """IOPS above, latency below."""
    entries = [entry for entry in result["rounds"] if entry["cells"]]
    if not entries:
        return None
    by_time = across == "time"
    x = [entry["seconds"] / 60 if by_time else entry["drive_writes"] for entry in entries]
    fig, (above, below) = plt.subplots(2, 1, figsize=(7.2, 6), layout="constrained", sharex=True)
    fig.suptitle(heading(result, "random 4 KiB writes on a purged drive"), fontsize=10)
    above.plot(x, [entry["cells"][0]["iops"] for entry in entries], marker=".", color="tab:blue")
    above.set_ylim(bottom=0)
    above.set_ylabel(METRICS["iops"][0])
    number_axis(above.yaxis)
    for name, hue in (("latency_max", "tab:red"), ("latency_mean", "tab:blue")):
        below.plot(x, [shown(entry["cells"][0], name) for entry in entries], marker=".", color=hue,
                   label=METRICS[name][0].split(" [")[0])
    log_axis(below)
    below.set_ylabel("latency [us]")
    below.legend(fontsize=8)
    below.set_xlabel("minutes" if by_time else "drive writes (capacities written by the host)")
    for axes in (above, below):
        axes.grid(alpha=0.3)
    return fig


def charts(result):
    """Name and figure of every chart of the test."""
    test = result["test"]
    yield "verification", verification(result)
    if test == "wsat":
        yield "time", saturation(result, "time")
        yield "writes", saturation(result, "writes")
        return
    yield "convergence", convergence(result)
    if not result["cells"]:
        return
    if test == "throughput":
        yield "bars", bars(result, "throughput")
        return
    if test == "latency":
        yield "bars-mean", bars(result, "latency_mean")
        yield "bars-max", bars(result, "latency_max")
        return
    yield "blocks", blocks(result, "iops")
    yield "bars", bars(result, "iops")


def main(source, folder, suffix="svg"):
    result = json.loads(Path(source).read_text())
    if not result["rounds"]:
        sys.exit(f"pts.py: {source} has no round to draw: it was stopped before the first cell")
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, fig in charts(result):
        if fig is None:
            continue
        drive = Path(result["drive"]).stem
        target = Path(folder) / f"{drive}-{result['test']}-qd{result['qd']}-{name}.{suffix}"
        fig.savefig(target, dpi=110, metadata={"Date": None} if suffix == "svg" else None)
        plt.close(fig)
        print(target)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or (len(sys.argv) == 4 and sys.argv[3] not in ("svg", "png")):
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
