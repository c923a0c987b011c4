#!/usr/bin/python3
"""Tests of tools/check_layers: each builds a small tree and runs the script on it."""
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).parent / "check_layers"


class CheckLayers(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            run = subprocess.run([SCRIPT, folder], capture_output=True, text=True, check=False)
        return run.returncode, run.stdout

    tree = {
        "sim/CMakeLists.txt": "rainier_module(sim)\n",
        "sim/kernel/time.hpp": "",
        "models/nand/CMakeLists.txt": "rainier_module(nand DEPENDS sim)\n",
        "models/nand/die.hpp": '#include "sim/kernel/time.hpp"\n',
        "models/channel/CMakeLists.txt": "rainier_module(channel\n  DEPENDS sim nand)  # towards the dies\n",
        "models/channel/bus.hpp": '#include <vector>\n#include "models/nand/die.hpp"\n',
        "models/drive/CMakeLists.txt": "rainier_module(drive DEPENDS channel)\n",
        "models/drive/drive.hpp": '#include "models/nand/die.hpp"\n',
        "tools/rainier/main.cpp": '#include "models/drive/drive.hpp"\n',
    }

    def expect_fault(self, extra, *words):
        status, output = self.check({**self.tree, **extra})
        self.assertEqual(status, 1, output)
        for word in words:
            self.assertIn(word, output)
        self.assertEqual(output.count("\n"), 1, output)

    def test_declared_edges_and_what_they_reach_pass(self):
        self.assertEqual(self.check(self.tree), (0, "check_layers: no faults\n"))

    def test_the_engine_may_not_include_a_model(self):
        self.expect_fault({"sim/kernel/bad.hpp": '\n#include "models/nand/die.hpp"\n'}, "sim/kernel/bad.hpp:2:")

    def test_a_model_may_not_include_a_tool(self):
        self.expect_fault({"models/nand/bad.cpp": '#include "tools/rainier/cli.hpp"\n'}, "may not include tools/")

    def test_an_undeclared_edge_is_named(self):
        self.expect_fault({"models/nand/bad.cpp": '#include "models/channel/bus.hpp"\n'},
                          "models/nand/bad.cpp:1:", "nand does not depend on channel")

    def test_a_relative_include_is_no_way_around(self):
        self.expect_fault({"models/nand/bad.cpp": '#include "../channel/bus.hpp"\n'}, "does not depend on channel")

    def test_a_subfolder_belongs_to_the_module_above_it(self):
        self.expect_fault({"models/nand/timing/bad.cpp": '#include "models/channel/bus.hpp"\n'},
                          "nand does not depend on channel")

    def test_a_folder_without_a_module_is_a_fault(self):
        self.expect_fault({"models/orphan/a.hpp": '#include "models/nand/die.hpp"\n'}, "belongs to no rainier_module")

    def test_a_circle_of_modules_is_a_fault(self):
        status, output = self.check({**self.tree, "models/nand/CMakeLists.txt": "rainier_module(nand DEPENDS drive)"})
        self.assertEqual(status, 1)
        self.assertIn("module nand depends on itself in a circle", output)

    def test_four_hundred_lines_pass_and_one_more_does_not(self):
        self.assertEqual(self.check({**self.tree, "sim/long.cpp": "\n" * 400})[0], 0)
        self.expect_fault({"sim/long.cpp": "\n" * 401}, "sim/long.cpp:401: 401 lines")


if __name__ == "__main__":
    unittest.main()
