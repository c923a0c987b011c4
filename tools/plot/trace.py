#!/usr/bin/python3
"""Draws what `rainier trace info --json` found in a trace: rate and working set over time, sizes and gaps.

    tools/plot/trace.py INFO.json PICTURE.svg
"""
import json
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "rainier"
import matplotlib.pyplot as plt

COLOURS = {"read": "tab:blue", "write": "tab:orange", "trim": "tab:green"}


def size_name(size):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:g} {unit}"
        size /= 1024
    return f"{size:g} TiB"


def draw_rate(axes, info):
    step = info["interval_seconds"]
    for direction, colour in COLOURS.items():
        rate = [i["amounts"][direction]["requests"] / step for i in info["intervals"]]
        if any(rate):
            axes.step([n * step for n in range(len(rate))], rate, where="post", color=colour, label=direction)
    axes.set(title="Requests a second", xlabel="s", ylim=(0, None))
    axes.legend()


def draw_working_set(axes, info):
    step = info["interval_seconds"]
    working = [i["working_set_bytes"] / 2**20 for i in info["intervals"]]
    axes.step([n * step for n in range(len(working))], working, where="post", color="tab:purple")
    axes.set(title=f"Working set of each {step:g} s", xlabel="s", ylabel="MiB", ylim=(0, None))


def draw_sizes(axes, info):
    classes = {}
    for size in info["sizes"]:
        place = classes.setdefault(max(size["bytes"] - 1, 0).bit_length(), dict.fromkeys(COLOURS, 0))
        for direction in COLOURS:
            place[direction] += size[direction]
    order = range(min(classes), max(classes) + 1)
    total = sum(sum(place.values()) for place in classes.values())
    bottom = [0.0] * len(order)
    for direction, colour in COLOURS.items():
        shares = [100 * classes.get(c, {}).get(direction, 0) / total for c in order]
        if any(shares):
            axes.bar(range(len(order)), shares, bottom=bottom, color=colour, label=direction)
        bottom = [a + b for a, b in zip(bottom, shares)]
    axes.set_xticks(range(len(order)), [size_name(2**c) for c in order], rotation=45, ha="right", fontsize=7)
    axes.set(title="Request sizes, up to", ylabel="% of requests")
    axes.legend()


def draw_gaps(axes, info):
    bins = info["gaps_ns"]["bins"]
    total = sum(count for _, count in bins)
    below, xs, ys = 0, [], []
    for value, count in bins:
        below += count
        xs.append(max(value, 1) / 1000)
        ys.append(100 * below / total)
    axes.step(xs, ys, where="post", color="tab:gray")
    axes.set(title="Time from one request to the next", xscale="log", xlabel="us", ylabel="% of gaps up to it",
             ylim=(0, 101))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    with open(sys.argv[1], encoding="utf-8") as file:
        info = json.load(file)
    figure, axes = plt.subplots(2, 2, figsize=(10, 7))
    for place, draw in zip(axes.flat, (draw_rate, draw_working_set, draw_sizes, draw_gaps)):
        draw(place, info)
        place.grid(alpha=0.3)
    requests = sum(info["amounts"][d]["requests"] for d in COLOURS)
    figure.suptitle(f"{info['file'].rsplit('/', 1)[-1]}: {requests:,} requests, {len(info['volumes']):,} volume(s)")
    figure.tight_layout()
    metadata = {"Date": None} if sys.argv[2].endswith(".svg") else None
    figure.savefig(sys.argv[2], metadata=metadata)


main()
