#!/usr/bin/python3
"""The examples in Python of docs/examples, at a small size. One class a group; CTest runs each as postproc.examples.<group>."""

import importlib.util
import math
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

from command import SOURCE, TALUS, Case

EXAMPLES = SOURCE / "docs" / "examples"


class Hopper(Case):
    def search(self):
        command = [sys.executable, EXAMPLES / "hopper.py", "out", "--grains", "40", "--fillings", "1", "--evaluations", "2"]
        done = subprocess.run(command, cwd=self.folder, env={**os.environ, "TALUS_BINARY": TALUS}, capture_output=True, text=True, timeout=240)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        return done.stdout

    def test_the_best_of_its_runs(self):
        """Each cost is the time at which the run's grains had left, by rows of its series, plus 2 s/m of 0.2 m tan(slope); the smallest is
        the result. A second search runs nothing."""
        if not importlib.util.find_spec("scipy"):
            self.skipTest("SciPy is not installed (jobscripts/install-deps.sh)")
        said = self.search()
        lines = re.findall(r"^(\S+) rad: empty after (\S+) s, cost (\S+) s$", said, re.M)
        self.assertEqual(len(lines), 2)
        for angle, time, cost in lines:
            rows = (self.folder / "out" / f"hopper.angle={float(angle)}_bodies.seed=1" / "series.csv").read_text().splitlines()
            names = [name.split(" [")[0] for name in rows[0].split(",")]
            table = [dict(zip(names, map(float, row.split(",")))) for row in rows[1:]]
            empty = next(row["time"] for row in table if row["outlet.below.bodies"] >= 38)
            self.assertAlmostEqual(float(time), empty, delta=0.006)
            self.assertAlmostEqual(float(cost), empty + 0.4 * math.tan(float(angle)), delta=6e-4)
        best = min(lines, key=lambda line: float(line[2]))
        self.assertIn(f"best of 2: {best[0]} rad", said)
        runs = sorted(path for path in self.folder.rglob("summary.json"))
        before = [path.stat().st_mtime_ns for path in runs]
        self.assertEqual(self.search(), said)
        self.assertEqual([path.stat().st_mtime_ns for path in runs], before)
        self.assertGreater((self.folder / "out" / "hopper.png").stat().st_size, 5000)


if __name__ == "__main__":
    program = unittest.main(exit=False)
    sys.exit(77 if program.result.wasSuccessful() and program.result.skipped else not program.result.wasSuccessful())
