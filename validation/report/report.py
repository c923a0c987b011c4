#!/usr/bin/python3
"""Draws a validation's page: DIR/index.html from DIR/report.json and DIR/results/*.json.

usage: report.py DIR
"""

import json
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from page import page  # noqa: E402


def load(folder):
    report = json.loads((folder / "report.json").read_text())
    results = {name: json.loads((folder / "results" / f"{name}.json").read_text()) for name in report["results"]}
    return report, results


def main(folder):
    text = page(*load(folder))
    whole = folder / "index.html.new"
    whole.write_text(text)
    os.replace(whole, folder / "index.html")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main(Path(sys.argv[1]))
