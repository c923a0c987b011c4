#!/usr/bin/python3
"""Draws the table of `rainier sweep`: main effects, interactions, and what can't be had at the same time.

    tools/plot/sweep.py PICTURE.svg results.csv [MEASURE]

The measure (write_iops or read_iops if none is given, whichever there is) is averaged over all points that share a
value. The last row shows the points that no other beats in both measures at once: the Pareto front.
"""
import csv
import math
import sys
from itertools import combinations

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "rainier"  # the same bytes every time
import matplotlib.pyplot as plt  # noqa: E402
from refusal import refuse  # noqa: E402

AFTER_AXES = "status"
# What is set against throughput: its column, its name, and whether less of it is better.
TRADES = (("{}_p99_us", "99th percentile, us", True), ("power_mean_w", "mean power, W", True),
          ("endurance_tb", "endurance, TB written", False), ("price_per_usable_gb", "price of a usable GB", True))
NAMES = {"read_iops": "reads/s", "write_iops": "writes/s"}
MOST_AXES, MOST_LEVELS, MOST_PAIRS = 6, 12, 3


def number(text):
    """A value with its unit as a number, or nothing."""
    end = len(text)
    while end > 0:
        try:
            return float(text[:end])
        except ValueError:
            end -= 1
    return None


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if not rows or "point" not in rows[0] or AFTER_AXES not in rows[0]:
        refuse(f"{path}: expected the results.csv of rainier sweep")
    columns = list(rows[0])
    axes = columns[2:columns.index(AFTER_AXES)]
    rows = [row for row in rows if row["status"] == "ok"]
    if not rows:
        refuse(f"{path}: no point has been run")
    return rows, [axis for axis in axes if len({row[axis] for row in rows}) > 1]


def levels(rows, axis):
    values = {row[axis] for row in rows if row[axis] != ""}
    return sorted(values, key=lambda v: (number(v) is None, number(v) or 0, v))


def mean(rows, measure):
    values = [float(row[measure]) for row in rows if row[measure]]
    return sum(values) / len(values) if values else math.nan


def short(value):
    return f"{value / 1e6:.3g}M" if value >= 1e6 else f"{value / 1e3:.3g}K" if value >= 1e3 else f"{value:.3g}"


def name_of(measure):
    return NAMES.get(measure, measure.replace("_", " "))


def draw_effect(plot, rows, axis, measure, limits):
    found = levels(rows, axis)
    if len(found) > MOST_LEVELS:  # a sampled range: every point by itself
        plot.plot([number(row[axis]) for row in rows], [float(row[measure] or "nan") for row in rows], ".", ms=4)
    else:
        groups = [[float(row[measure]) for row in rows if row[axis] == v and row[measure]] for v in found]
        for place, group in enumerate(groups):
            plot.plot([place] * len(group), group, ".", color="0.75", ms=4)
        plot.plot(range(len(found)), [sum(g) / len(g) if g else math.nan for g in groups], "o-")
        plot.set_xticks(range(len(found)), found)
        plot.set_xlim(-0.5, len(found) - 0.5)
    plot.set_ylim(*limits)
    plot.set_xlabel(axis)


def spread(rows, pair, measure):
    """How far the measure is from the sum of both effects, at most."""
    everything = mean(rows, measure)
    by = [{v: mean([r for r in rows if r[axis] == v], measure) for v in levels(rows, axis)} for axis in pair]
    cells = {(a, b): mean([r for r in rows if r[pair[0]] == a and r[pair[1]] == b], measure)
             for a in by[0] for b in by[1]}
    apart = [abs(m - by[0][a] - by[1][b] + everything) for (a, b), m in cells.items() if not math.isnan(m)]
    return max(apart, default=0)


def draw_pair(plot, rows, pair, measure):
    for value in levels(rows, pair[1]):
        found = levels(rows, pair[0])
        plot.plot(range(len(found)),
                  [mean([r for r in rows if r[pair[0]] == v and r[pair[1]] == value], measure) for v in found],
                  "o-", label=value)
    plot.set_xticks(range(len(found)), found)
    plot.set_xlim(-0.3, len(found) - 0.7)
    plot.set_xlabel(pair[0])
    plot.legend(title=pair[1], fontsize=7, title_fontsize=7)


def front(points, less):
    """Of (measure, other) pairs: those that none beats in both."""
    best, chosen = math.inf, []
    for x, y in sorted(points, key=lambda p: (-p[0], p[1] if less else -p[1])):
        cost = y if less else -y
        if cost < best:
            best = cost
            chosen.append((x, y))
    return chosen


def draw_trade(plot, rows, measure, column, label, less):
    points = [(float(r[measure]), float(r[column])) for r in rows if r[measure] and r[column]]
    plot.plot([x for x, _ in points], [y for _, y in points], ".", color="0.6", label="points")
    best = front(points, less)
    plot.plot([x for x, _ in best], [y for _, y in best], "o-", color="C3", label="none is better in both")
    plot.set_xlabel(name_of(measure))
    plot.set_ylabel(label)
    plot.legend(fontsize=7)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    rows, axes = read(sys.argv[2])
    measure = sys.argv[3] if len(sys.argv) == 4 else next(
        (m for m in NAMES if any(row[m] for row in rows) and m != "read_iops"), "read_iops")
    if measure not in rows[0]:
        refuse(f"{sys.argv[2]}: no measure {measure!r}: it has {', '.join(k for k in rows[0] if k not in axes)}")
    direction = measure.split("_")[0]
    axes = sorted(axes, key=lambda a: -max_effect(rows, a, measure))[:MOST_AXES]
    pairs = [p for p in combinations(axes, 2) if all(len(levels(rows, a)) <= MOST_LEVELS for a in p)]
    pairs = sorted(pairs, key=lambda p: -spread(rows, p, measure))[:MOST_PAIRS]
    trades = [(c.format(direction), label, less) for c, label, less in TRADES]
    trades = [t for t in trades if len({row.get(t[0], "") for row in rows} - {""}) > 1]

    wide = max(len(axes), len(pairs), len(trades), 1)
    parts = [("Main effects: the mean, and every point", axes), ("Interactions: parallel lines have none", pairs),
             ("What can't be had at the same time", trades)]
    parts = [part for part in parts if part[1]]
    figure = plt.figure(figsize=(max(3.2 * wide, 7), 3.4 * len(parts)), layout="constrained")
    values = [float(row[measure]) for row in rows if row[measure]]
    margin = 0.08 * (max(values) - min(values)) or 1
    for part, (title, items) in zip(figure.subfigures(len(parts), 1, squeeze=False)[:, 0], parts):
        part.suptitle(title, fontsize=10, fontweight="bold")
        plots = part.subplots(1, len(items), squeeze=False)[0]
        for plot, item in zip(plots, items):
            plot.tick_params(labelsize=8)
            if items is axes:
                draw_effect(plot, rows, item, measure, (min(values) - margin, max(values) + margin))
            elif items is pairs:
                draw_pair(plot, rows, item, measure)
            else:
                draw_trade(plot, rows, measure, *item)
            if items is not trades:
                plot.yaxis.set_major_formatter(lambda value, _: short(value))
            else:
                plot.xaxis.set_major_formatter(lambda value, _: short(value))
            if items is not trades and plot is plots[0]:
                plot.set_ylabel(name_of(measure))
    figure.savefig(sys.argv[1], metadata={"Date": None} if sys.argv[1].endswith(".svg") else None)


def max_effect(rows, axis, measure):
    means = [mean([r for r in rows if r[axis] == v], measure) for v in levels(rows, axis)]
    means = [m for m in means if not math.isnan(m)]
    return max(means) - min(means) if means else 0


if __name__ == "__main__":
    main()
