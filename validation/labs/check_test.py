#!/usr/bin/python3
"""Puts answers to the labs' check: the solutions, each usual mistake, and files that are malformed.

    check_test.py RAINIER
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

LABS = pathlib.Path(__file__).resolve().parent
SOLUTIONS = LABS / "solutions"
NAMES = sorted(path.parent.name for path in SOLUTIONS.glob("*/expected.yaml"))
RAINIER = "rainier"


def answers_of(lab):
    return yaml.safe_load((SOLUTIONS / lab / "answers.yaml").read_text(encoding="utf-8"))


def check(lab, text, rainier=None):
    """Exit status and all that was printed, with the answers beside the files that they name."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (SOLUTIONS / lab).glob("*.py"):
            (pathlib.Path(folder) / file.name).write_bytes(file.read_bytes())
        answers = pathlib.Path(folder) / "answers.yaml"
        answers.write_text(text if isinstance(text, str) else yaml.safe_dump(text), encoding="utf-8")
        run = subprocess.run([LABS / "check", lab, answers, "--rainier", rainier or RAINIER], capture_output=True, text=True,
                             check=False)
    return run.returncode, run.stdout, run.stderr


def with_mine(folder):
    """A command that stands for a rainier that has the policy mine: it takes cost-benefit, which is as good."""
    command = pathlib.Path(folder) / "rainier"
    command.write_text(f'#!/bin/bash\nexec {json.dumps(RAINIER)} "${{@/victim=mine/victim=cost-benefit}}"\n', encoding="utf-8")
    command.chmod(0o755)
    return str(command)


class Solutions(unittest.TestCase):
    def test_each_is_accepted_and_each_usual_mistake_rejected_with_its_own_reason(self):
        for lab in NAMES:
            questions = yaml.safe_load((SOLUTIONS / lab / "expected.yaml").read_text(encoding="utf-8"))
            with self.subTest(lab), tempfile.TemporaryDirectory() as folder:
                rainier = with_mine(folder)
                status, out, err = check(lab, answers_of(lab), rainier)
                self.assertEqual((status, err), (0, ""), out)
                self.assertEqual(out.count("right  "), len(questions))
                mistakes = [(q["key"], m) for q in questions for m in q.get("mistakes", [])]
                self.assertGreaterEqual(len(mistakes), 3)
                # One mistake of each question at a time, so that few runs show all.
                for turn in range(max(len(q.get("mistakes", [])) for q in questions)):
                    made = {q["key"]: q["mistakes"][turn] for q in questions if turn < len(q.get("mistakes", []))}
                    wrong = {key: mistake["answer"] for key, mistake in made.items()}
                    status, out, err = check(lab, answers_of(lab) | wrong, rainier)
                    self.assertEqual((status, err), (1, ""), out)
                    lines = {line.split()[1].rstrip(":"): line for line in out.splitlines()}
                    for key, line in lines.items():
                        if key in made:
                            self.assertTrue(line.startswith("wrong  ") and made[key]["because"] in line, line)
                        else:
                            self.assertTrue(line.startswith("right  "), line)

    def test_a_policy_that_was_not_built_is_wrong_and_says_so(self):
        status, out, _ = check("victim-policy", answers_of("victim-policy"))
        self.assertEqual(status, 1)
        self.assertRegex(out, r"wrong  cpp: mine: .*victim")

    def test_the_page_asks_for_what_the_check_expects(self):
        for lab in NAMES:
            keys = [q["key"] for q in yaml.safe_load((SOLUTIONS / lab / "expected.yaml").read_text(encoding="utf-8"))]
            blank = yaml.safe_load((LABS / lab / "answers.yaml").read_text(encoding="utf-8"))
            self.assertEqual(list(blank), keys)
            page = (LABS / lab / "page.md").read_text(encoding="utf-8")
            for key in keys:
                self.assertIn(f"`{key}`", page)

    def test_the_policy_is_registered_by_the_one_line_that_the_page_changes(self):
        page = (LABS / "victim-policy/page.md").read_text(encoding="utf-8")
        command = re.search(r"sed -i (.*)", page)[1]
        before = (LABS.parents[1] / "models/ftl/victim/policies.hpp").read_text(encoding="utf-8").splitlines()
        run = subprocess.run(f"sed {command}", shell=True, cwd=LABS.parents[1], capture_output=True, text=True, check=True)
        changed = [line for line in run.stdout.splitlines() if line not in before]
        self.assertEqual(len(changed), 1)
        self.assertIn("POLICY(mine)", changed[0])


class Malformed(unittest.TestCase):
    def refused(self, change, *parts):
        lab = "queue-depth"
        text = (SOLUTIONS / lab / "answers.yaml").read_text(encoding="utf-8")
        status, out, err = check(lab, change(text))
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err.count("\n"), 1, err)
        for part in ("answers.yaml", *parts):
            self.assertIn(part, err)

    def test_files_end_with_one_line_that_names_line_and_key(self):
        self.refused(lambda t: t.replace("knee", "kne"), ":5: kne:", "did you mean knee?")
        self.refused(lambda t: t.replace("alone_us: 59.8", "alone_us:"), ":1: alone_us:", "there is no answer")
        self.refused(lambda t: t.replace("59.8", "59.8 us"), ":1: alone_us:", "a plain number in us", "'59.8 us'")
        self.refused(lambda t: t.replace("362300", "362,300"), ":3: bound_iops:", "without commas")
        self.refused(lambda t: t.replace("59.8", "nan"), ":1: alone_us:")
        self.refused(lambda t: t.replace("59.8", "[59.8]"), ":1: alone_us:")
        self.refused(lambda t: t.replace("limit: channels", "limit: flash"), ":4: limit:", "dies, channels, link, host")
        self.refused(lambda t: t.replace("limit: channels\n", ""), "limit: expected an answer", "missing")
        self.refused(lambda t: t + "knee: 64\n", ":8: knee:", "line 5")
        self.refused(lambda t: t.replace("knee: 64", "knee: 'What is the first"), "expected YAML")
        self.refused(lambda t: t.replace("channel.channels=16", "more channels"), ":7: change:", "PARAMETER=VALUE")
        self.refused(lambda t: "59.8\n", "expected KEY: ANSWER")
        self.refused(lambda t: "", "expected KEY: ANSWER")

    def test_a_lab_or_a_file_that_is_not_there_is_refused(self):
        status, _, err = check("queue", {})
        self.assertEqual(status, 2)
        self.assertIn("die-fails", err)
        run = subprocess.run([LABS / "check", "queue-depth", "none.yaml"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("none.yaml", run.stderr)


if __name__ == "__main__":
    RAINIER = sys.argv.pop(1)
    unittest.main()
