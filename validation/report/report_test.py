#!/usr/bin/python3
"""Tests of the report page: what it says, that it stands alone, and that it is the same every time."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import charts  # noqa: E402
from page import page  # noqa: E402


def figure(name, error, **more):
    base = {"figure": f"toy.{name}", "drive": "toy-1", "source": f"spec: {name}", "metric": "iops", "unit": "1/s",
            "relation": "eq", "published": 100, "published_text": "100", "simulated": 100 * (1 + error),
            "simulated_text": f"{100 * (1 + error):.0f}", "half_width95": 1.0, "error": error,
            "pass": abs(error) <= 0.1, "limit": "within 10 %", "calibrated": False, "counted": True, "host": "linux",
            "job": "rw=read", "limited_by": "Limited by the link: busy 99 % of the time.", "note": ""}
    base.update(more)
    return base


def lost():
    one = figure("lost", 0, simulated=None, simulated_text="not measured")
    one.update({"error": None, "pass": False})
    return one


def point(sweep, outstanding, iops):
    return {"sweep": sweep, "outstanding": outstanding, "block_bytes": None, "read_percent": None, "iops": iops,
            "throughput": iops * 4096, "latency_mean": outstanding / iops, "latency_max": 9 * outstanding / iops,
            "power": 20.0}


def report():
    family = {
        "name": "Toy", "drives": ["toy-1"], "score": {"figures": 3, "within": 2, "predictions": 2, "mean_error": 0.06,
                                                     "mean_limit": 0.05, "outside": ["toy.writes"]},
        "figures": [figure("reads", 0.01), figure("writes", -0.13, note="<b>& more</b>"),
                    figure("slow", 0.3, counted=False),
                    lost()],
        "orderings": [{"id": "toy.o", "claim": "reads beat writes", "state": "holds", "checks": ["2 to 1: holds"], "note": "",
                       "known_gap": False},
                      {"id": "toy.p", "claim": "beats another", "state": "not checked", "checks": [], "note": "no preset",
                       "known_gap": False},
                      {"id": "toy.r", "claim": "level", "state": "fails", "checks": ["2 to 1: FAILS"], "note": "",
                       "known_gap": True}],
        "not_checked": [{"id": "toy.q", "why": "no model of it"}],
        "contradictions": [{"figures": ["toy.reads", "toy.slow"], "text": "One says 100, the other 130."}],
        "hypotheses": [{"figure": "toy.writes", "text": "A mechanism is missing."}],
        "constants": [{"path": "power.program", "value": "20uJ", "owner": "toy-1", "calibrated": True, "on": ["toy.reads"], "note": ""},
                      {"path": "ftl.reserve", "value": "0.02", "owner": "toy-1", "calibrated": False, "on": [], "note": ""}],
        "most_constants": 6, "uncovered": [],
        "streams": [{"figure": "toy.s", "drive": "toy-1", "source": "mine: video", "rows": [
            {"threshold_mb_s": 300, "published": [8, 67], "simulated": [12, 20]},
            {"threshold_mb_s": 335, "published": [2970, 2979], "simulated": []}]}],
        "sensitivity": {"noticeable": 0.01, "fudges": ["power.program=20uJ"], "movers": ["ftl.reserve=0.02"], "partial": False, "shifts": [
            {"path": "power.program", "from": "20uJ", "to": "22uJ", "calibrated": True, "up": True, "refused": "",
             "rows": [{"figure": "toy.writes", "row": "writes", "drive": "toy-1", "change": -0.09}],
             "orderings": [{"id": "toy.o", "check": "QD 1: ahead", "change": -0.031, "noticeable": True},
                           {"id": "toy.o", "check": "QD 8: ahead", "change": 0.042, "noticeable": False}]}]}}
    costs = [{"figure": "toy.life", "drive": "Toy 200 GB", "nand": "SLC", "user_gb": 200.0, "raw_gb": 264.0, "price_usd": 1024.0,
              "published_tb_per_percent": 20.48, "simulated_tb_per_percent": 10.24, "published_usd_per_pb": 512.0,
              "simulated_usd_per_pb": 1024.0},
             {"figure": "other.life", "drive": "Other", "nand": "MLC", "user_gb": 100.0, "raw_gb": 0.0, "price_usd": 10.0,
              "published_tb_per_percent": 10.24, "simulated_tb_per_percent": None, "published_usd_per_pb": 10.0,
              "simulated_usd_per_pb": None}]
    return {"version": "0", "seed": 1, "quick": True, "partial": False, "all_drives": True, "pass": False,
            "score": family["score"], "results": ["mine", "pts"], "failures": ["spec-toy failed with status 1: no"],
            "costs_of_life": costs, "families": [family]}


def results():
    sweeps = [{"id": "reads", "label": "reads", "chart": "Random by depth", "plot": ["iops", "latency_mean"], "host": "linux",
               "job": ["rw=randread"], "published": [{"figure": "toy.reads", "at": 8, "value": 100.0, "relation": "eq",
                                                      "label": "QD 8: 100"}]}]
    mine = {"title": "Mine", "drive": "toy-1", "sweeps": sweeps, "points": [point("reads", n, 20.0 * n) for n in (1, 2, 4, 8)],
            "streams": [{"id": "video", "sustained": 2e9, "part_means": [1.9e9, 2.1e9], "window_seconds": 2.0}]}
    cells = [{"block_bytes": b, "read_percent": r, "iops": 1000.0 + b + r} for b in (512, 4096) for r in (100, 0)]
    pts = {"test": "iops", "drive": "toy-1", "qd": 32, "cells": cells,
           "rounds": [{"round": n, "cells": cells} for n in (1, 2, 3)],
           "steady": {"attained": True, "tracked": [{"block_bytes": 4096, "read_percent": 0}], "parts": [{"steady_round": 3}]}}
    return {"mine": mine, "pts": pts}


class Wellformed(HTMLParser):
    VOID = {"meta", "br", "link", "img", "hr"}

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        self.text += data


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.html = page(report(), results())
        cls.parsed = Wellformed()
        cls.parsed.feed(cls.html)

    def test_every_element_is_closed_in_order(self):
        self.assertEqual((self.parsed.faults, self.parsed.open), ([], []))

    def test_it_needs_nothing_from_elsewhere(self):
        self.assertNotRegex(self.html, r"""(src|href|url)\s*[=(]\s*["']?(https?:)?//""")
        self.assertNotIn("<script", self.html)
        self.assertNotIn("@import", self.html)

    def test_text_of_the_files_is_escaped(self):
        self.assertIn("&lt;b&gt;&amp; more", self.html)

    def test_verdicts_can_be_read_without_colour(self):
        for text in ("✓ pass", "✗ FAIL", "✗ FAIL, not counted", "not measured", "✓ holds", "– not checked"):
            self.assertIn(text, self.parsed.text)

    def test_it_says_what_failed_why_it_may_and_where_sources_disagree(self):
        for text in ("A mechanism is missing.", "One says 100, the other 130.", "no model of it", "no preset",
                     "spec-toy failed with status 1", "moves a single figure", "2 of at most 6"):
            self.assertIn(text, self.parsed.text)

    def test_orderings_are_moved_by_constants_too_and_chance_is_told_from_change(self):
        self.assertIn("QD 1: ahead", self.parsed.text)
        self.assertIn("<b>-3.1 %</b>", self.html)
        self.assertIn('<span class="soft">+4.2 %</span>', self.html)
        self.assertIn("a known gap", self.parsed.text)

    def test_lives_have_a_cost_and_a_drive_that_was_left_out_its_published_one_alone(self):
        for text in ("what a petabyte of it costs", "Toy 200 GB", "5,120", "1,024.00", "512.00", "10,240"):
            self.assertIn(text, self.parsed.text)

    def test_charts_take_the_colour_of_the_page(self):
        self.assertNotIn(charts.INK, self.html)
        self.assertGreaterEqual(self.html.count("<svg "), 7)
        self.assertIn("currentColor", self.html)

    def test_the_published_point_is_on_its_chart(self):
        self.assertIn("published: QD 8: 100", self.parsed.text)

    def test_the_same_results_give_the_same_bytes(self):
        self.assertEqual(self.html, page(report(), results()))

    def test_an_empty_report_is_a_page_too(self):
        nothing = report()
        family = nothing["families"][0]
        for key in ("figures", "orderings", "not_checked", "contradictions", "hypotheses", "constants", "streams"):
            family[key] = []
        family["sensitivity"] = None
        family["score"]["predictions"] = 0
        nothing["costs_of_life"] = []
        self.assertIn("Toy", page(nothing, {}))


class Script(unittest.TestCase):
    def test_it_writes_the_page_whole_beside_the_results(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "results").mkdir()
            (folder / "report.json").write_text(json.dumps(report()))
            for key, value in results().items():
                (folder / "results" / f"{key}.json").write_text(json.dumps(value))
            subprocess.run([HERE / "report.py", folder], check=True)
            self.assertEqual((folder / "index.html").read_text(), page(report(), results()))
            self.assertEqual(sorted(p.name for p in folder.iterdir()), ["index.html", "report.json", "results"])


class Bands(unittest.TestCase):
    def test_a_band_is_what_the_verdict_says(self):
        self.assertEqual(charts.band_of(figure("a", 0, limit="within 8 %")), (-8, 8))
        self.assertEqual(charts.band_of(figure("a", 0, relation="less_than", limit="0.8 to 1.0 of it")), (-20, 0))
        self.assertEqual(charts.band_of(figure("a", 0, relation="at_least", limit="1.0 to 1.1 of it")), (0, 10))

    def test_sizes_are_written_as_people_write_them(self):
        self.assertEqual([charts.size_text(n) for n in (512, 4096, 1 << 20)], ["512 B", "4 KiB", "1 MiB"])


if __name__ == "__main__":
    unittest.main()
