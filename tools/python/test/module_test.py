#!/usr/bin/python3
"""Tests of the Python module against the command: the same drives, the same bytes, the same lines for what is wrong.

    PYTHONPATH=build/release/tools/python tools/python/test/module_test.py RAINIER
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy
import pandas

import rainier

SMALL = {"nand.blocks_per_plane": 32, "capacity": "768MiB"}  # 1 GiB raw
FULL = "seq:128KiB:1,rand:4KiB:1"
READS = dict(rw="randread", bs="4k", iodepth=8, time_based=True, runtime="20ms", norandommap=True)
WRITES = {**READS, "rw": "randwrite"}
TOOL = sys.argv.pop(1)


def small(**more):
    more.setdefault("overrides", SMALL)
    return rainier.Drive("generic-8x4", **more)


def command(*arguments):
    return subprocess.run([TOOL, *arguments], capture_output=True, text=True)


def command_json(*arguments, settings=()):
    always = [word for path, value in SMALL.items() for word in ("--set", f"{path}={value}")]
    ran = command(*arguments, "--drive", "generic-8x4", *always, *settings, "--json", "-", "--quiet")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def command_options(options):
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]


class Runs(unittest.TestCase):
    def test_a_run_gives_the_bytes_that_the_command_gives(self):
        for options in (READS, WRITES):
            result = small().precondition(FULL).run(**options)
            self.assertEqual(result.json, command_json("run", *command_options(options), "--precondition", FULL))

    def test_so_does_another_seed_host_scale_and_a_drive_that_carries_bytes(self):
        options = dict(rw="randrw", bs="4k", iodepth=4, io_size="4m", norandommap=True, verify="crc32c")
        more = {"nand.blocks_per_plane": 64, "capacity": "1280MiB", "data": "real", "host.cores": 2, "ftl.parity": 7}
        drive = small(overrides={**SMALL, **more}, host="windows-iometer", seed=7, scale="1/2", faults=["page:any@1e-5/op"])
        settings = [word for path, value in more.items() for word in ("--set", f"{path}={value}")]
        self.assertEqual(drive.precondition("seq:128KiB:1").run(**options).json,
                         command_json("run", *command_options(options), "--precondition", "seq:128KiB:1", "--host",
                                      "windows-iometer", "--seed", "7", "--scale", "1/2", "--fault", "page:any@1e-5/op",
                                      settings=settings))

    def test_a_job_file_and_the_series_are_the_commands(self):
        with tempfile.TemporaryDirectory() as folder:
            job = Path(folder, "job.fio")
            job.write_text("[a]\nrw=randrw\nbs=4k\niodepth=4\ntime_based\nruntime=20ms\nnorandommap\n")
            result = small().precondition(FULL).run(job, series="5ms")
            text = command_json("run", str(job), "--precondition", FULL, "--series", f"{folder}/s", "--series-interval",
                                "5ms")
            self.assertEqual(result.json, text)
            self.assertEqual(result.series, Path(folder, "s").read_text())
            self.assertEqual(len(result.frames()["series"]), 4)

    def test_a_drive_keeps_what_was_done_to_it(self):
        drive = small().precondition(FULL)
        first, second = drive.run(**WRITES), drive.run(**WRITES)
        pages = [r.dict["rainier"]["write_amplification"]["host_pages"] for r in (first, second)]
        written = drive.counters["host_pages"]
        again = small().precondition(FULL)
        self.assertEqual(written, again.counters["host_pages"] + sum(pages))
        self.assertAlmostEqual(drive.now, 0.04, places=2)
        self.assertNotEqual(first.json, second.json)
        drive.precondition("rand:4KiB:0.5")
        self.assertEqual(drive.counters["host_pages"] - written, drive.geometry["logical_pages"] // 2)
        self.assertEqual(drive.superblocks["valid"].sum(), drive.geometry["logical_pages"])

    def test_a_trace_is_replayed_as_by_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder, "t.csv")
            trace.write_text("".join(f"{128166372003061629 + i * 500},hm,0,{'Read' if i % 4 else 'Write'},"
                                     f"{4096 * (i * 37 % 1000)},4096,100\n" for i in range(400)))
            for options, words in (({}, ()), (dict(qd=8, past_end="wrap"), ("--qd", "8", "--past-end", "wrap"))):
                result = small().replay(trace, **options)
                self.assertEqual(result.dict["rainier"]["trace"]["requests"], 400)
                self.assertEqual(result.json, command_json("replay", str(trace), *words))
            with self.assertRaisesRegex(rainier.RainierError, 'unknown option "pastend"; did you mean "past_end"'):
                small().replay(trace, pastend="wrap")

    def test_a_trace_that_ends_badly_ends_the_drive_too_and_jobs_that_do_not_fit_do_not(self):
        drive = small()
        with self.assertRaisesRegex(rainier.RainierError, "drive"):
            drive.run(rw="read", bs="4k", offset="10g", size="1g")
        self.assertGreater(drive.precondition(FULL).run(**READS).dict["jobs"][0]["read"]["iops"], 0)
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder, "t.csv")
            trace.write_text("128166372003061629,hm,0,Read,0,4096,1\n" * 40000 + "128166372003061629,hm,0,Read,0,x,1\n")
            with self.assertRaisesRegex(rainier.RainierError, "t.csv:40001: column 6"):
                drive.replay(trace)
        with self.assertRaisesRegex(RuntimeError, "the drive has stopped in the middle of a run"):
            drive.run(**READS)

    def test_frames_hold_what_the_json_does(self):
        result = small().precondition(FULL).run(**{**READS, "rw": "randrw"}, series="10ms")
        frames = result.frames()
        self.assertEqual(list(frames["jobs"]["direction"]), ["read", "write"])
        counts = frames["latency"].groupby("direction")["count"].sum()
        self.assertEqual(list(counts), list(frames["jobs"]["ios"]))
        self.assertAlmostEqual(frames["resources"].loc["dies", "busy"], result.dict["rainier"]["resources"]["dies"])
        self.assertEqual(list(frames["stages"].columns), ["read", "write"])
        self.assertIn("read_iops [1/s]", frames["series"].columns)
        self.assertIn("IOPS", str(result))


class Callbacks(unittest.TestCase):
    def test_completions_come_in_batches_and_change_nothing(self):
        drive, batches = small().precondition(FULL), []
        drive.on_completions(batches.append, batch=1000)
        result = drive.run(**READS)
        self.assertEqual(result.json, small().precondition(FULL).run(**READS).json)
        self.assertTrue(all(len(batch) == 1000 for batch in batches[:-1]))
        frame = pandas.DataFrame(numpy.concatenate(batches))
        self.assertEqual(len(frame), result.dict["rainier"]["counts"]["commands"])
        self.assertTrue((frame["operation"] == 0).all() and (frame["bytes"] == 4096).all())
        self.assertTrue(frame["time_ns"].is_monotonic_increasing and (frame["offset"] % 4096 == 0).all())
        mean = result.dict["jobs"][0]["read"]["lat_ns"]["mean"]
        self.assertTrue(0.8 * mean < frame["latency_ns"].mean() < mean)  # but for the worker's own time

    def test_greedy_in_python_does_what_greedy_does(self):
        class Greedy:
            def choose(self, candidates):
                return numpy.lexsort((candidates.closed, candidates.valid))[0]

        own, python = (small(victim=victim).precondition("seq:128KiB:1,rand:4KiB:3") for victim in (None, Greedy()))
        self.assertEqual(own.counters, python.counters)
        results = [drive.run(**WRITES).dict for drive in (own, python)]
        self.assertEqual(results[0]["rainier"]["event_hash"], results[1]["rainier"]["event_hash"])
        self.assertIn("GC's victims were chosen by a function of Python's", results[1]["rainier"]["notes"])

    def test_candidates_are_told_apart(self):
        seen = []

        def youngest(c):
            seen.append((len(c), c.pages, (c.valid <= c.pages).all(), (c.age <= c.now).all(), len(set(c.number))))
            return c.age.argmin()

        small(victim=youngest).precondition("seq:128KiB:1,rand:4KiB:0.5")
        self.assertTrue(seen)
        for count, pages, fits, past, different in seen:
            self.assertTrue(count == different > 0 and pages > 0 and fits and past)

    def test_what_a_callback_raises_is_raised_and_the_drive_goes_on(self):
        drive = small().precondition(FULL)
        drive.on_completions(lambda rows: 1 / 0, batch=10)
        with self.assertRaises(ZeroDivisionError):
            drive.run(**{**READS, "runtime": "100s"})
        drive.on_completions(None)
        self.assertGreater(drive.run(**READS).dict["jobs"][0]["read"]["iops"], 0)
        wrong = small(victim=lambda c: len(c))
        with self.assertRaisesRegex(ValueError, "victim: expected a position from 0 to .*, one of the candidates"):
            wrong.precondition("seq:128KiB:1,rand:4KiB:1")
        with self.assertRaises(TypeError):
            small(victim=lambda c: 0.5).precondition("seq:128KiB:1,rand:4KiB:1")

    def test_ctrl_c_ends_a_run_in_order(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored, where a shell runs this in the background
        drive = small().precondition(FULL)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            drive.run(**{**READS, "runtime": "100s"})
        self.assertGreater(drive.now, 0)
        self.assertGreater(drive.run(**READS).dict["jobs"][0]["read"]["iops"], 0)

    def test_other_threads_go_on_and_a_drive_does_one_thing_at_a_time(self):
        drive, failed, ticks = small().precondition(FULL), [], 0
        worker = threading.Thread(target=lambda: drive.run(**{**READS, "runtime": "300ms"}))
        worker.start()
        while worker.is_alive():
            ticks += 1
            try:
                drive.precondition("none")
            except RuntimeError as error:
                failed.append(str(error))
            time.sleep(0.001)
        self.assertGreater(ticks, 3)
        self.assertIn("the drive is at work: it does one thing at a time", failed)


class WrongInput(unittest.TestCase):
    def refused(self, act, *arguments):
        with self.assertRaises(rainier.RainierError) as caught:
            act()
        self.assertIsInstance(caught.exception, ValueError)
        if arguments:
            self.assertEqual(f"rainier: {caught.exception}\n", command(*arguments).stderr)
        return str(caught.exception)

    def test_is_the_line_that_the_command_prints(self):
        job = ["--rw=read"]
        self.refused(lambda: rainier.Drive("p320h-70"), "run", "--drive", "p320h-70", *job)
        self.refused(lambda: small(overrides={"ftl.gc.victm": "fifo"}), "run", "--drive", "generic-8x4", "--set",
                     "ftl.gc.victm=fifo", *job)
        self.refused(lambda: small(scale=2), "run", "--drive", "generic-8x4", "--scale", "2", *job)
        self.refused(lambda: small(seed="x"), "run", "--drive", "generic-8x4", "--seed", "x", *job)
        self.refused(lambda: small(faults=["x"]), "run", "--drive", "generic-8x4", "--fault", "x", *job)
        self.refused(lambda: rainier.Drive("generic-8x4", {"capacity": "1PiB"}), "run", "--drive", "generic-8x4", "--set",
                     "capacity=1PiB", *job)
        self.refused(lambda: small().precondition("seq"), "run", "--drive", "generic-8x4", "--precondition", "seq", *job)
        self.refused(lambda: small().run("none.fio"), "run", "--drive", "generic-8x4", "none.fio")
        self.refused(lambda: small().run(rw="reed"), "run", "--drive", "generic-8x4", "--rw=reed")
        self.refused(lambda: small().replay("none.csv"), "replay", "none.csv", "--drive", "generic-8x4")
        self.refused(lambda: small().run(rw="read", series="x"))
        self.refused(lambda: small().on_completions(print, batch=0))
        self.refused(lambda: small(victim=3))

    def test_names_are_listed(self):
        self.assertIn("p320h-700", rainier.drives())
        self.assertIn("linux-fio", rainier.hosts())
        self.assertTrue(rainier.workloads())


class Words(unittest.TestCase):
    def test_everything_has_its_documentation(self):
        for thing in (rainier, rainier.Drive, rainier.Drive.__init__, rainier.Drive.run, rainier.Drive.replay,
                      rainier.Drive.precondition, rainier.Drive.on_completions, rainier.Drive.counters, rainier.Candidates,
                      rainier.Candidates.age, rainier.Result, rainier.Result.frames, rainier.drives):
            self.assertTrue(thing.__doc__, thing)

    def test_the_stubs_name_what_is_compiled(self):
        stub = (Path(rainier.__file__).parent / "_core.pyi").read_text()
        for name in dir(rainier._core):
            if not name.startswith("__"):
                self.assertIn(name, stub)
                for member in vars(getattr(rainier._core, name)) if isinstance(getattr(rainier._core, name), type) else ():
                    if not member.startswith("_"):
                        self.assertIn(f"def {member}", stub, name)


if __name__ == "__main__":
    unittest.main()
