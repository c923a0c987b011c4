#!/usr/bin/python3
"""4 KiB random reads and writes of a P320h 700 GB by queue depth: command slots against NVMe.

usage: nvme.py RAINIER OUTPUT.svg [OUTPUT.csv]
"""

import csv
import json
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "rainier"  # the same bytes every time
import matplotlib.pyplot as plt  # noqa: E402

DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
LOADS = {"randread": "reads", "randwrite": "writes"}
DRIVES = {"command slots": ["p320h-700"],
          "NVMe": ["p320h-700-nvme"],
          "NVMe, the drive holds 1,024": ["p320h-700-nvme", "--set", "controller.slots=1024"]}
WORKERS = 8


def measure(rainier, drive, load, depth):
    workers = min(WORKERS, depth)
    result = subprocess.run(
        [rainier, "run", "--drive", *drive, "--scale", "1/16", "--precondition", "seq:128KiB:1",
         f"--rw={load}", "--bs=4k", f"--numjobs={workers}", f"--iodepth={depth // workers}", "--norandommap",
         "--ramp_time=20ms", "--runtime=100ms", "--time_based", "--json", "-", "--quiet"],
        check=True, capture_output=True, text=True)
    out = json.loads(result.stdout)
    key = "read" if load == "randread" else "write"
    iops = sum(job[key]["iops"] for job in out["jobs"])
    ios = sum(job[key]["total_ios"] for job in out["jobs"])
    latency = sum(job[key]["lat_ns"]["mean"] * job[key]["total_ios"] for job in out["jobs"]) / ios / 1e3
    spent = out["rainier"]
    cores = spent["resources"]["host_cores"] * workers
    return {"iops": round(iops), "latency_us": round(latency, 2), "host_cores": round(cores, 3),
            "interrupts_per_command": round(spent["counts"]["interrupts"] / spent["counts"]["commands"], 3)}


def main(rainier, output, table=None):
    rows = [{"load": load, "front_end": name, "depth": depth, **measure(rainier, drive, load, depth)}
            for load in LOADS for name, drive in DRIVES.items() for depth in DEPTHS]
    if table:
        with open(table, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    panels = {"iops": ("thousand a second", 1e-3), "latency_us": ("mean latency, us", 1),
              "host_cores": ("host cores busy", 1)}
    figure, axes = plt.subplots(len(LOADS), len(panels), figsize=(10.8, 6), layout="constrained", sharex=True)
    for row, (load, name) in zip(axes, LOADS.items()):
        for axis, (key, (unit, factor)) in zip(row, panels.items()):
            for style, front_end in zip(["-o", "--s", ":^"], DRIVES):
                line = [r[key] * factor for r in rows if r["load"] == load and r["front_end"] == front_end]
                axis.plot(DEPTHS, line, style, markersize=4, label=front_end)
            axis.set_xscale("log", base=2)
            axis.set_xticks(DEPTHS[::2], [str(depth) for depth in DEPTHS[::2]])
            if key == "latency_us":
                axis.set_yscale("log")
            axis.set_title(f"4 KiB random {name}: {unit}", fontsize=9)
            axis.grid(alpha=0.3)
    for axis in axes[-1]:
        axis.set_xlabel("requests outstanding")
    axes[0][0].legend(loc="upper left", fontsize=7)
    figure.savefig(output, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
