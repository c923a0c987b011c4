"""Charts of a validation report, each as the text of an SVG that can stand inside a page.

Lines of axes and text take the page's own colour, so that one drawing serves a light and a dark page.
"""

import io
import math
import re

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator  # noqa: E402

INK = "#012345"  # stands for the page's text colour until the SVG is written
PALETTE = ["#2f7fd6", "#e0711c", "#2a9d55", "#c2456b", "#8a63d2", "#a08000", "#17a2a2", "#8c6d5a"]
MARKS = ["o", "s", "^", "D", "v", "P", "X", "<"]

matplotlib.rcParams.update({
    "svg.hashsalt": "rainier", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 11,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.facecolor": "none", "figure.facecolor": "none", "savefig.facecolor": "none", "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "axes.prop_cycle": matplotlib.cycler(color=PALETTE),
    "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left"})

# What a sweep can plot: key in the result, factor to the unit of the axis, label, logarithmic.
PLOTS = {
    "iops": ("iops", 1e-3, "thousand requests a second", False),
    "throughput": ("throughput", 1e-6, "MB/s", False),
    "latency_mean": ("latency_mean", 1e6, "mean latency, µs", True),
    "latency_max": ("latency_max", 1e6, "longest latency, µs", True),
    "power": ("power", 1.0, "mean power, W", False),
}
PLOT_WORDS = {"iops": "rate", "throughput": "throughput", "latency_mean": "mean response time",
              "latency_max": "longest response time", "power": "power under load"}


def size_text(size):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:g} {name}"
    return f"{size:g} B"


def svg_of(figure, label):
    """The figure as an <svg> element that scales with the page; the figure is closed."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    plt.close(figure)
    text = out.getvalue()
    text = text[text.index("<svg"):].replace(INK, "currentColor")
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.S)
    text = re.sub(r'<svg ([^>]*?)height="[^"]*"([^>]*?)width="[^"]*"', r"<svg \1\2", text, count=1)
    text = re.sub(r'<svg ([^>]*?)width="[^"]*"([^>]*?)height="[^"]*"', r"<svg \1\2", text, count=1)
    text = re.sub(r"font: ([^;\"]*?)(\d+)px [^;\"]*", r"font: \1\2px sans-serif", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1).rstrip()


def escape(text):
    return (str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;"))


def new_axes(width=7.2, height=3.9):
    return plt.subplots(figsize=(width, height), layout="constrained")


def values_of(points, key):
    return sorted({p[key] for p in points if p.get(key) is not None})


def x_of(points):
    """What stands on the x axis: block sizes if there are several, else what is outstanding."""
    if len(values_of(points, "block_bytes")) > 1:
        return "block_bytes"
    return "outstanding" if len(values_of(points, "outstanding")) > 1 else None


def series_of(sweep, points, x):
    """(name, points by x) for each combination of the lists that are not on the x axis."""
    others = [k for k in ("outstanding", "block_bytes", "read_percent") if k != x and len(values_of(points, k)) > 1]
    groups = {}
    for point in points:
        groups.setdefault(tuple(point[k] for k in others), []).append(point)
    words = {"outstanding": "QD {}", "block_bytes": "{}", "read_percent": "{} % reads"}
    for values, group in groups.items():
        names = [words[k].format(size_text(v) if k == "block_bytes" else v) for k, v in zip(others, values)]
        name = ", ".join(([] if others and sweep["label"] == sweep["id"] else [sweep["label"]]) + names)
        yield name, sorted(group, key=lambda p: p[x])


def log_axis(axes, x, ticks):
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    if x == "block_bytes":
        axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: size_text(v)))
        axes.set_xlabel("request size")
    else:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}"))
        axes.set_xlabel("requests outstanding")


def log_values(axes):
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / low < 200 else (1,)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:,.0f}" if v >= 1 else f"{v:g}"))


def legend_below(figure, axes):
    """As many columns as short names allow, so that the lines keep the width."""
    names = axes.get_legend_handles_labels()[1]
    longest = max(map(len, names), default=0)
    columns = max(1, min(len(names), 84 // (longest + 8)))
    axes.legend(loc="upper center", bbox_to_anchor=(0.46, -0.15), ncol=columns, fontsize=10)
    figure.set_size_inches(7.2, 3.7 + 0.22 * -(-len(names) // columns))


def add_published(axes, sweeps, metric, factor, ticks, quantity_of):
    seen = set()
    for sweep in sweeps:
        for point in sweep["published"]:
            if quantity_of(point["figure"]) != metric or point["label"] in seen:
                continue
            seen.add(point["label"])
            y = point["value"] * factor
            label = f"published: {point['label']}"
            if point["at"] is None:
                axes.axhline(y, linestyle="--", linewidth=1.2, color=INK, alpha=0.7, label=label)
            elif min(ticks) <= point["at"] <= max(ticks):
                axes.plot([point["at"]], [y], marker="*", markersize=13, linestyle="none", markeredgecolor=INK,
                          markerfacecolor="#ffd23f", markeredgewidth=0.8, label=label, zorder=5)


def sweep_chart(title, metric, sweeps, points, quantity_of):
    """Sweeps that share a title, one metric; None where there is nothing to draw."""
    key, factor, label, logarithmic = PLOTS[metric]
    chosen = [(s, [p for p in points if p["sweep"] == s["id"]]) for s in sweeps if metric in s["plot"]]
    chosen = [(s, ps) for s, ps in chosen if ps and x_of(ps)]
    if not chosen:
        return None
    x = x_of(chosen[0][1])
    ticks = sorted({p[x] for _, ps in chosen for p in ps})
    figure, axes = new_axes()
    number = 0
    for sweep, ps in chosen:
        for name, line in series_of(sweep, ps, x):
            axes.plot([p[x] for p in line], [p[key] * factor for p in line], marker=MARKS[number % len(MARKS)],
                      markersize=4.5, linewidth=1.6, color=PALETTE[number % len(PALETTE)], label=name)
            number += 1
    add_published(axes, [s for s, _ in chosen], metric, factor, ticks, quantity_of)
    log_axis(axes, x, ticks)
    if logarithmic:
        log_values(axes)
    else:
        axes.set_ylim(bottom=0)
    axes.set_ylabel(label)
    axes.grid(alpha=0.25, color=INK, linewidth=0.6)
    legend_below(figure, axes)
    return svg_of(figure, f"{title}: {PLOT_WORDS[metric]}")


def error_chart(figures):
    """One line a figure: how far the simulation is from what was published, beside the band that passes."""
    rows = [f for f in figures if f["error"] is not None and f["counted"]]
    if not rows:
        return None
    figure, axes = new_axes(9.0, 0.9 + 0.27 * len(rows))
    names = [r["figure"] for r in rows]
    names = [f"{n} ({r['source'].split(': ', 1)[-1]})" if names.count(n) > 1 else n for n, r in zip(names, rows)]
    for y, row in enumerate(reversed(rows)):
        low, high = band_of(row)
        axes.barh(y, high - low, left=low, height=0.62, color=INK, alpha=0.13, linewidth=0)
        error = 100 * row["error"]
        shown = max(-25.0, min(25.0, error))
        colour = "#2a9d55" if row["pass"] else "#d43a3a"
        axes.plot([shown], [y], marker="o" if row["pass"] else "X", markersize=7 if row["pass"] else 9, color=colour,
                  markerfacecolor="none" if row["calibrated"] else colour, markeredgewidth=1.6)
        if shown != error:
            axes.annotate(f"{error:+.0f} %", (shown, y), xytext=(-6 if shown > 0 else 6, 0), va="center",
                          ha="right" if shown > 0 else "left", textcoords="offset points", fontsize=8.5)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(rows)), list(reversed(names)), fontsize=9)
    axes.set_xlim(-26, 26)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel("simulated against published, % (grey: the band that passes)")
    axes.grid(axis="x", alpha=0.25, color=INK, linewidth=0.6)
    handles = [plt.Line2D([], [], marker=m, linestyle="none", color=c, markerfacecolor=f, label=t, markeredgewidth=1.6)
               for m, c, f, t in (("o", "#2a9d55", "#2a9d55", "predicted"), ("o", "#2a9d55", "none", "calibrated on it"),
                                  ("X", "#d43a3a", "#d43a3a", "outside its band"))]
    axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncol=3, fontsize=9)
    return svg_of(figure, "Errors of all figures")


def band_of(row):
    """The errors that pass, in per cent."""
    if row["relation"] == "less_than":
        return (-20.0, 0.0) if row["limit"].startswith("0.8") else (-26.0, 0.0)
    if row["relation"] == "at_least":
        return 0.0, 10.0
    limit = float(re.search(r"[\d.]+", row["limit"])[0])
    return -limit, limit


def stream_chart(table):
    """Buffer by rate: a bar from the best run to the worst, simulated beside published."""
    rows = [r for r in table["rows"] if r["simulated"]]
    if not rows:
        return None
    figure, axes = new_axes(7.2, 3.6)
    for offset, key, colour in ((-0.12, "simulated", PALETTE[0]), (0.12, "published", "#ffb000")):
        for i, row in enumerate(rows):
            low, high = (max(v, 1.0) for v in row[key])
            axes.plot([i + offset] * 2, [low, high], color=colour, linewidth=6, solid_capstyle="butt",
                      label=key if i == 0 else None)
            axes.plot([i + offset] * 2, [low, high], linestyle="none", marker="_", markersize=13, color=colour)
    log_values(axes)
    axes.set_xticks(range(len(rows)), [f"{r['threshold_mb_s']:g}" for r in rows])
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_xlabel("rate that the stream is to keep, MB/s")
    axes.set_ylabel("buffer, MB (best to worst run)")
    axes.grid(axis="y", alpha=0.25, color=INK, linewidth=0.6)
    axes.legend(loc="upper left")
    return svg_of(figure, "Buffer that a stream needs by its rate")


def share_chart(streams):
    """How even a stream is: the rate over each tenth of a timed run."""
    figure, axes = new_axes(7.2, 3.2)
    for i, stream in enumerate(streams):
        means = [m / 1e6 for m in stream["part_means"]]
        axes.plot(range(1, len(means) + 1), means, marker=".", linewidth=1.2, color=PALETTE[i % len(PALETTE)],
                  label=f"{stream['id']}: {stream['sustained'] / 1e6:,.0f} MB/s sustained")
    axes.set_ylim(bottom=0)
    axes.set_xlabel(f"tenths of the timed runs ({streams[0]['window_seconds'] / 10:g} s each)")
    axes.set_ylabel("MB/s")
    axes.grid(alpha=0.25, color=INK, linewidth=0.6)
    axes.legend(loc="lower right")
    return svg_of(figure, "How even the stream is")


def surface_chart(test):
    """SNIA's matrix as a map: block size by mix."""
    cells = test["cells"]
    blocks, mixes = sorted({c["block_bytes"] for c in cells}), sorted({c["read_percent"] for c in cells}, reverse=True)
    if len(blocks) < 2 or len(mixes) < 2:
        return None
    value = {(c["block_bytes"], c["read_percent"]): c["iops"] for c in cells}
    figure, axes = new_axes(8.4, 4.2)
    grid = [[math.log10(max(value.get((b, m), 1), 1)) for b in blocks] for m in mixes]
    image = axes.pcolormesh(grid, cmap="viridis", edgecolors="none")
    middle = sum(image.get_clim()) / 2
    for row, mix in enumerate(mixes):
        for column, block in enumerate(blocks):
            if (block, mix) in value:
                axes.text(column + 0.5, row + 0.5, f"{value[block, mix]:,.0f}", ha="center", va="center", fontsize=8.5,
                          color="#ffffff" if grid[row][column] < middle else "#101010")
    axes.invert_yaxis()
    axes.set_xticks([i + 0.5 for i in range(len(blocks))], [size_text(b) for b in blocks])
    axes.set_yticks([i + 0.5 for i in range(len(mixes))], [f"{m} %" for m in mixes])
    axes.set_xlabel("request size")
    axes.set_ylabel("share of reads")
    return svg_of(figure, "IOPS of each cell of the SNIA matrix")


def convergence_chart(test):
    """IOPS of the tracked cells, round by round."""
    tracked = {(t["block_bytes"], t["read_percent"]) for t in test["steady"]["tracked"]}
    if not tracked or len(test["rounds"]) < 2:
        return None
    figure, axes = new_axes(7.2, 3.6)
    for i, (block, mix) in enumerate(sorted(tracked)):
        points = [(r["round"], c["iops"]) for r in test["rounds"] for c in r["cells"]
                  if (c["block_bytes"], c["read_percent"]) == (block, mix)]
        axes.plot(*zip(*points), marker=MARKS[i], markersize=4.5, color=PALETTE[i],
                  label=f"{size_text(block)}, {mix} % reads")
    steady = test["steady"]["parts"][0]["steady_round"] if test["steady"].get("parts") else None
    if steady:
        axes.axvline(steady, linestyle="--", color=INK, linewidth=1, label=f"steady in round {steady}")
    log_values(axes)
    axes.set_xlabel("round")
    axes.set_ylabel("IOPS")
    axes.grid(alpha=0.25, color=INK, linewidth=0.6)
    legend_below(figure, axes)
    return svg_of(figure, "Convergence of the SNIA test")
