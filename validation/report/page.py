"""The report page: HTML from a validation's results."""

from pathlib import Path

import charts
from charts import escape

SYMBOLS = {True: "✓ pass", False: "✗ FAIL"}


def table(head, rows, numeric=()):
    """Cells are HTML already; `numeric` are the columns that stand right."""
    def line(tag, cells):
        return "".join(f'<{tag} class="n">{c}</{tag}>' if i in numeric else f"<{tag}>{c}</{tag}>"
                       for i, c in enumerate(cells))
    body = "".join(f"<tr>{line('td', row)}</tr>\n" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{line("th", head)}</tr></thead><tbody>\n{body}</tbody></table></div>'


def paragraph(text, style=""):
    return f'<p class="{style}">{text}</p>' if style else f"<p>{text}</p>"


def bullets(items):
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>" if items else ""


def chart(svg, caption, remark="", wide=False):
    if svg is None:
        return ""
    more = f" <span>{escape(remark)}</span>" if remark else ""
    return f'<figure{" class=wide" if wide else ""}><figcaption>{escape(caption)}{more}</figcaption>{svg}</figure>\n'


def verdict(figure):
    if figure["error"] is None:
        return '<span class="bad">not measured</span>'
    text = SYMBOLS[figure["pass"]]
    if not figure["counted"]:
        return f'<span class="soft">{text}, not counted</span>'
    return f'<span class="{"good" if figure["pass"] else "bad"}">{text}</span>'


def figure_rows(figures):
    for f in figures:
        error = "–" if f["error"] is None else f"{100 * f['error']:+.1f} %"
        half = ""
        if f["half_width95"] and f["simulated"]:
            half = f' <span class="soft">± {100 * f["half_width95"] / f["simulated"]:.1f} %</span>'
        name = f["figure"].split(".", 1)[1]
        about = f'<b>{escape(name)}</b><br><span class="soft">{escape(f["source"])}, {escape(f["host"] or "no host")}</span>'
        why = escape(f["limited_by"] or "–") + (f'<br><span class="soft">{escape(f["note"])}</span>' if f["note"] else "")
        yield [about, verdict(f), escape(f["simulated_text"]) + half, escape(f["published_text"]), error,
               escape(f["limit"]), "calibrated" if f["calibrated"] else "predicted",
               f'<div style="min-width:18rem">{why}</div>']


HEAD = ["figure", "verdict", "simulated", "published", "error", "passes", "figure was", "what limits it"]


def drives_section(family):
    parts = []
    for drive in family["drives"]:
        figures = [f for f in family["figures"] if f["drive"] == drive]
        if not figures:
            continue
        inside = sum(f["pass"] for f in figures if f["counted"])
        counted = sum(f["counted"] for f in figures)
        parts.append(f'<h3 id="{escape(drive)}">{escape(drive)}</h3>')
        parts.append(paragraph(f"{inside} of {counted} rows within their bands; most are limited by {limits(figures)}."))
        parts.append(table(HEAD, figure_rows(figures), numeric=(2, 3, 4)))
    return "\n".join(parts)


def limits(figures):
    """The resources that the sentences name, most frequent first."""
    names = {}
    for f in figures:
        text = f["limited_by"]
        if text.startswith("Limited by "):
            name = text[len("Limited by "):].split(":")[0].split(",")[0].split(" (")[0]
            names[name] = names.get(name, 0) + 1
    ranked = sorted(names, key=lambda n: (-names[n], n))
    return escape(", then ".join(ranked[:3])) or "nothing that was measured"


def orderings_section(family):
    words = {"holds": '<span class="good">✓ holds</span>', "fails": '<span class="bad">✗ FAILS</span>',
             "not measured": '<span class="bad">not measured</span>',
             "not checked": '<span class="warn">– not checked</span>'}
    known = ' <span class="soft">a known gap</span>'
    rows = [[f"<code>{escape(o['id'])}</code>", escape(o["claim"]), words[o["state"]] + known * o["known_gap"],
             bullets(map(escape, o["checks"])) + (f'<span class="soft">{escape(o["note"])}</span>' if o["note"] else "")]
            for o in family["orderings"]]
    return "<h3>Orderings</h3>" + table(["ordering", "claim", "verdict", "how it was checked"], rows) if rows else ""


def sweeps_section(family, results):
    quantity = {}
    for f in family["figures"]:
        quantity[f["figure"]] = f["metric"]
    parts = []
    for name in results:
        result = results[name]
        if "sweeps" not in result or result["drive"] not in family["drives"]:
            continue
        drawn = []
        for title in dict.fromkeys(s["chart"] for s in result["sweeps"] if s["chart"]):
            sweeps = [s for s in result["sweeps"] if s["chart"] == title]
            for metric in dict.fromkeys(p for s in sweeps for p in s["plot"]):
                svg = charts.sweep_chart(title, metric, sweeps, result["points"],
                                         lambda figure: quantity.get(figure, charts_metric(figure)))
                drawn.append(chart(svg, title, charts.PLOT_WORDS[metric]))
        if result.get("streams"):
            drawn.append(chart(charts.share_chart(result["streams"]), "How even the stream is", "one timed run after the other"))
        parts.append(f"<h3>{escape(result['title'])} <span class=soft>({escape(result['drive'])}, "
                     f"host {escape(', '.join(sorted({s['host'] for s in result['sweeps']})))})</span></h3>")
        parts.append(f'<div class="charts">{"".join(drawn)}</div>')
    return "\n".join(parts)


def charts_metric(figure):
    """Of a figure of another drive: its name says it."""
    return "iops" if "rand" in figure else "throughput" if "seq" in figure else "latency_mean"


def streams_section(family):
    parts = []
    for stream in family["streams"]:
        rows = [[f"{r['threshold_mb_s']:g}", span(r["simulated"]), span(r["published"])] for r in stream["rows"]]
        parts.append(f"<h3>Buffer a stream needs <span class=soft>({escape(stream['drive'])})</span></h3>")
        parts.append(paragraph("MB of buffer in front of the drive so that a stream keeps its rate, best and worst run. "
                               "Above the knee the sustained rate decides and is counted; below it the buffers are "
                               "shown, not counted."))
        parts.append('<div class="charts">' + chart(charts.stream_chart(stream), "Buffer by rate", stream["figure"]) +
                     "<div>" + table(["MB/s", "simulated, MB", "published, MB"], rows, numeric=(0, 1, 2)) + "</div></div>")
    return "\n".join(parts)


def span(values):
    return "–" if not values else f"{values[0]:,.0f} to {values[1]:,.0f}"


def snia_section(family, results):
    parts = []
    for name, test in results.items():
        if "cells" not in test or test.get("drive") not in family["drives"]:
            continue
        attained = "attained" if test["steady"].get("attained") else "not attained"
        what = f"{test['drive']}, QD {test['qd']}"
        parts.append(chart(charts.surface_chart(test), "SNIA IOPS test", f"{what}; steady state {attained}", wide=False))
        parts.append(chart(charts.convergence_chart(test), "Rounds until steady state", what))
    return f'<h3>SNIA IOPS test</h3><div class="charts">{"".join(parts)}</div>' if parts else ""


def constants_section(family):
    constants, most = family["constants"], family["most_constants"]
    said = [c for c in constants if c["calibrated"]]
    sensitivity = family["sensitivity"]
    movers = set(sensitivity["movers"]) if sensitivity else set()
    count = len(said) + len(movers)
    text = f"{len(said)} constants say that they are calibrated. "
    if sensitivity:
        text += (f"Of {len(constants) - len(said)} more numbers that no source prints and no formula gives, "
                 f"{len(movers)} move a figure and count too: <b>{count} of at most {most}</b>"
                 + (f' <span class="bad">✗ too many</span>' if count > most else ' <span class="good">✓</span>') + ".")
    else:
        text += (f"{len(constants) - len(said)} more numbers have no printed source; those that move a figure count too, "
                 f"and at most {most} may in all. Which ones do is found by the whole run, not by the quick one.")
    def rows(which):
        return [[f"<code>{escape(c['path'])}</code>", escape(c["value"]), escape(c["owner"]),
                 escape(", ".join(c["on"])) or "–", escape(c["note"])] for c in which]
    head = ["constant", "value", "preset", "calibrated on", "remark"]
    rest = [c for c in constants if not c["calibrated"]]
    rest.sort(key=lambda c: f"{c['path']}={c['value']}" not in movers)
    return ("<h3>Constants</h3>" + paragraph(text) + table(head, rows(said)) +
            f"<details><summary>The {len(rest)} other numbers without a printed source</summary>"
            + table(head, rows(rest)) + "</details>")


def sensitivity_section(family):
    s = family["sensitivity"]
    if not s:
        return ("<h3>Sensitivity</h3>" + paragraph("Not part of a quick run: <code>rainier validate</code> without "
                                                   "<code>--quick</code> moves each constant by 10 % and measures again.", "soft"))
    columns = sorted({(r["drive"], r["row"]) for shift in s["shifts"] for r in shift["rows"]})
    rows = []
    for shift in s["shifts"]:
        changes = {(r["drive"], r["row"]): r["change"] for r in shift["rows"]}
        if not shift["calibrated"] and all(abs(c) < s["noticeable"] for c in changes.values()):
            continue
        fudge = ' <span class="bad">moves a single figure</span>' if f"{shift['path']}={shift['from']}" in s["fudges"] else ""
        rows.append([f"<code>{escape(shift['path'])}</code>{fudge}", f"{escape(shift['from'])} → {escape(shift['to'])}"] +
                    [change(changes.get(c), s["noticeable"]) for c in columns])
    head = ["constant", "moved"] + [f"{escape(row)}<br><span class=soft>{escape(drive)}</span>" for drive, row in columns]
    return ("<h3>Sensitivity</h3>" + paragraph(
        "What happens to each row when a constant goes up or down by 10 % (whole numbers by one at least). Drives with a "
        "sixteenth of the blocks, but all their dies, are compared with each other. Numbers without a printed source are "
        "moved up only, on the first drive, and left out here where nothing moves by 1 % or more.") +
        table(head, rows, numeric=tuple(range(2, 2 + len(columns)))) + ratios_table(s))


def ratios_table(s):
    """Orderings are published too: what becomes of their ratios when a calibrated constant moves."""
    shifts = [shift for shift in s["shifts"] if shift["orderings"]]
    checks = list(dict.fromkeys((r["id"], r["check"]) for shift in shifts for r in shift["orderings"]))
    if not checks:
        return ""
    rows = []
    for name, check in checks:
        found = [next((r for r in shift["orderings"] if (r["id"], r["check"]) == (name, check)), None) for shift in shifts]
        rows.append([f"<code>{escape(name)}</code>", escape(check)] +
                    ["–" if r is None else f"<b>{100 * r['change']:+.1f} %</b>" if r["noticeable"] else
                     f'<span class="soft">{100 * r["change"]:+.1f} %</span>' for r in found])
    head = ["ordering", "check"] + [f"<code>{escape(shift['path'])}</code><br><span class=soft>{escape(shift['from'])} → "
                                    f"{escape(shift['to'])}</span>" for shift in shifts]
    return (paragraph("And to the ratio of each check of an ordering, on both sides where both drives are on the host that "
                      "is moved. Bold: by 1 % or more, and by more than the 95 % intervals of the measurements explain.") +
            table(head, rows, numeric=tuple(range(2, 2 + len(shifts)))))


def change(value, noticeable):
    if value is None:
        return "–"
    text = f"{100 * value:+.1f} %"
    return f"<b>{text}</b>" if abs(value) >= noticeable else f'<span class="soft">{text}</span>'


def gaps_section(family):
    hypotheses = {}
    for h in family["hypotheses"]:
        hypotheses.setdefault(h["figure"], []).append(h["text"])
    outside = [f for f in family["figures"] if f["counted"] and not f["pass"]]
    items = []
    for f in outside:
        error = "not measured" if f["error"] is None else f"{100 * f['error']:+.1f} %, passes {f['limit']}"
        why = " ".join(hypotheses.pop(f["figure"], ["No hypothesis is recorded."]))
        items.append(f"<code>{escape(f['figure'])}</code> ({escape(f['source'])}): <b>{escape(error)}</b>. {escape(why)}")
    items += [f"<code>{escape(figure)}</code>: {escape(' '.join(texts))}" for figure, texts in hypotheses.items()]
    items += [f"<code>{escape(r['id'])}</code>: not checked: {escape(r['why'])}" for r in family["not_checked"]]
    items += [f"<code>{escape(i)}</code>: published, but in no file of validation/" for i in family["uncovered"]]
    parts = []
    if items:
        parts.append("<h3>What is not reproduced, and why it may be</h3>" + bullets(items))
    if family["contradictions"]:
        parts.append("<h3>Sources that disagree</h3>" + bullets(
            f"{escape(c['text'])} <span class=soft>({escape(', '.join(c['figures']))})</span>"
            for c in family["contradictions"]))
    return "\n".join(parts)


def family_section(family, results):
    score = family["score"]
    text = f"{score['within']} of {score['figures']} counted figures lie within their bands"
    if not family["figures"]:
        text = "No figure of it is published: its curves stand beside others', in orderings that are shown and not counted"
    if score["predictions"]:
        text += f"; the mean error of its {score['predictions']} predictions is {100 * score['mean_error']:.1f} %"
    parts = [f'<h2 id="{escape(family["name"])}">{escape(family["name"])}</h2>', paragraph(text + "."),
             '<div class="charts">' + chart(charts.error_chart(family["figures"]), "Error of each figure",
                                            "hollow: a constant was calibrated on it", wide=True) + "</div>",
             drives_section(family), orderings_section(family), streams_section(family),
             sweeps_section(family, results), snia_section(family, results), constants_section(family),
             sensitivity_section(family), gaps_section(family)]
    return "\n".join(part for part in parts if part)


def tile(number, text, good=None):
    style = "" if good is None else ' class="good"' if good else ' class="bad"'
    return f'<div class="tile"><b{style}>{number}</b>{text}</div>'


def costs_section(report):
    if not report["costs_of_life"]:
        return ""
    def cycles(c, tb, gb):
        return "–" if tb is None or not gb else f"{tb * 100 * 1000 / gb:,.0f}"
    def number(value, form):
        return "–" if value is None else format(value, form)
    rows = []
    for c in report["costs_of_life"]:
        simulated, published = c["simulated_tb_per_percent"], c["published_tb_per_percent"]
        rows.append([f"<b>{escape(c['drive'])}</b><br><span class=soft>{escape(c['nand'])}</span>", f"{c['user_gb']:,.0f}",
                     f"{c['price_usd']:,.0f}", number(simulated, ",.1f"), f"{published:,.1f}",
                     cycles(c, simulated, c["user_gb"]), cycles(c, published, c["user_gb"]),
                     number(simulated and simulated * 100 / 1024, ",.1f"), number(c["simulated_usd_per_pb"], ",.2f"),
                     f"{c['published_usd_per_pb']:,.2f}"])
    head = ["drive", "GB", "price, $", "TB for 1 %", "published", "cycles of user GB", "published",
            "whole life, PB", "$ for a PB", "published"]
    return ('<h2 id="costs">Life, and what a petabyte of it costs</h2>' + paragraph(
        "The reviews' table of five drives: what is written in order for one percent of the SMART counter, and the price "
        "shared out over the whole of it, with 1,024 TB to a PB as they count. Drives that this run left out have their "
        "published values alone. The counter's cycles are calibrated on this test, so that its error says little; prices "
        "other than the P320h's are those that the published cost of a PB implies.") +
        table(head, rows, numeric=tuple(range(1, len(head)))))


def summary(report):
    score = report["score"]
    states = [o["state"] for family in report["families"] for o in family["orderings"]]
    tiles = [tile("✓ passes" if report["pass"] else "✗ does not pass", "all of it", report["pass"]),
             tile(f"{score['within']} of {score['figures']}", "counted figures within their bands",
                  score["within"] == score["figures"])]
    if score["predictions"]:
        tiles.append(tile(f"{100 * score['mean_error']:.2f} %", f"mean error of {score['predictions']} predictions; "
                          f"at most {100 * score['mean_limit']:.0f} %", score["mean_error"] <= score["mean_limit"]))
    tiles.append(tile(f"{states.count('holds')} of {len(states) - states.count('not checked')}",
                      f"orderings hold; {states.count('not checked')} not checked",
                      all(o["state"] != "not measured" and (o["state"] != "fails" or o["known_gap"])
                          for family in report["families"] for o in family["orderings"])))
    notes = []
    if report["quick"]:
        notes.append("Quick run: shorter windows, no sensitivity of the constants; all drives at full capacity.")
    if report["partial"]:
        notes.append('<span class="bad">Partial result: stopped by a signal before everything was measured.</span>')
    if not report["all_drives"]:
        notes.append("Only the drives that were asked for.")
    notes += [f'<span class="bad">{escape(f)}</span>' for f in report["failures"]]
    return f'<div class="tiles">{"".join(tiles)}</div>' + bullets(notes)


def page(report, results):
    style = (Path(__file__).parent / "style.css").read_text()
    links = "".join(f'<a href="#{escape(f["name"])}">{escape(f["name"])}</a>' +
                    "".join(f'<a class=soft href="#{escape(d)}">{escape(d)}</a>' for d in f["drives"]
                            if any(x["drive"] == d for x in f["figures"])) for f in report["families"])
    about = ("Every published figure of these drives beside what Rainier simulates. A figure is <b>calibrated</b> if it "
             "set a constant of the drive, its NAND or its host, and passes within 2 %; all others are <b>predicted</b> "
             "and pass within 10 % (8 % where the table says so) each and 5 % in the mean. An upper limit passes from 0.8 "
             "to 1.0 of it, a lower one from 1.0 to 1.1. Where sources disagree, both stand here; nothing is averaged.")
    body = [f"<h1>Rainier validation</h1><p class=soft>rainier {escape(report['version'])}, seed {report['seed']}</p>",
            summary(report), f'<nav>{links}<a href="#costs">costs of life</a></nav>' if report["costs_of_life"] else
            f"<nav>{links}</nav>", paragraph(about)]
    body += [family_section(family, results) for family in report["families"]]
    body.append(costs_section(report))
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Rainier validation</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"><style>\n'
            f"{style}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n")
