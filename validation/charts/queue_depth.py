#!/usr/bin/python3
"""4 KiB random reads of a P320h 700 GB by queue depth, on both hosts, with the published points.

usage: queue_depth.py RAINIER OUTPUT.svg
"""

import json
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "rainier"  # the same bytes every time
import matplotlib.pyplot as plt  # noqa: E402

DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
HOSTS = {"linux-fio": "Linux server, fio", "windows-iometer": "Windows 7 desktop, Iometer"}
WORKERS = 4


def iops(rainier, host, depth):
    workers = min(WORKERS, depth)
    result = subprocess.run(
        [rainier, "run", "--drive", "p320h-700", "--host", host, "--scale", "1/16", "--precondition", "seq:128KiB:1",
         "--rw=randread", "--bs=4k", f"--numjobs={workers}", f"--iodepth={depth // workers}", "--norandommap",
         "--ramp_time=50ms", "--runtime=200ms", "--time_based", "--json", "-", "--quiet"],
        check=True, capture_output=True, text=True)
    return sum(job["read"]["iops"] for job in json.loads(result.stdout)["jobs"])


def main(rainier, output):
    figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    for host, label in HOSTS.items():
        axes.plot(DEPTHS, [iops(rainier, host, depth) / 1e3 for depth in DEPTHS], marker="o", markersize=4,
                  label=f"simulated: {label}")
    axes.plot(256, 785, marker="*", markersize=13, linestyle="none", color="black", label="published: data sheet")
    axes.plot(16, 180, marker="D", markersize=7, linestyle="none", markerfacecolor="none", color="black",
              label="published: level with a 180 K drive")
    axes.axhspan(500, 560, color="tab:orange", alpha=0.15, label="published: best of the sweep on Windows, over 500 K")
    axes.set_xscale("log", base=2)
    axes.set_xticks(DEPTHS, [str(depth) for depth in DEPTHS])
    axes.set_ylim(0, 900)
    axes.set_xlabel("requests outstanding")
    axes.set_ylabel("4 KiB random reads, thousand a second")
    axes.set_title("Micron P320h 700 GB: one drive, two hosts")
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left", fontsize=8)
    figure.savefig(output, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
