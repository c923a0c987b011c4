"""Curves by queue depth out of `rainier experiment --json`: requests a second and mean latency."""

MEASURES = (("iops", 1, "requests a second"), ("latency_mean", 1e6, "mean latency, us"))


def is_experiment(json):
    return "points" in json and "sweeps" in json


def text_of(point):
    parts = []
    if point["block_bytes"] is not None:
        parts.append(f"{point['block_bytes'] / 1024:g} KiB")
    if point["read_percent"] is not None:
        parts.append(f"{point['read_percent']:g} % reads")
    return ", ".join(parts)


def curves(name, json):
    """{label: [points by queue depth]} of what was measured at more than one depth."""
    labels = {sweep["id"]: sweep["label"] for sweep in json["sweeps"]}
    found = {}
    for point in json["points"]:
        if point["outstanding"] is not None:
            label = " ".join(filter(None, (name, labels[point["sweep"]], text_of(point))))
            found.setdefault(label, []).append(point)
    return {label: sorted(points, key=lambda p: p["outstanding"])
            for label, points in found.items() if len({p["outstanding"] for p in points}) > 1}


def draw(axes_pair, experiments):
    """`experiments`: pairs of a name and what its file holds."""
    depths = set()
    for axes, (key, unit, title) in zip(axes_pair, MEASURES):
        for name, json in experiments:
            for label, points in curves(name, json).items():
                xs = [point["outstanding"] for point in points]
                depths.update(xs)
                axes.errorbar(xs, [unit * point[key] for point in points],
                              [unit * point[key.replace("_mean", "") + "_half_width"] for point in points],
                              marker="o", markersize=4, capsize=2, label=label)
        axes.set(title="By queue depth", xlabel="outstanding", ylabel=title)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sorted(depths), [f"{x:g}" for x in sorted(depths)])
        axes.minorticks_off()
        axes.legend(fontsize=6)
