#!/usr/bin/python3
"""What tells that a step, a tolerance or a joint is not sound: against free fall and other closed forms.

One class per group; CTest runs each as sim.steps.<group>.
"""

import json
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
from command import SOURCE, Case, columns

BALL = """\
time: {step: 0.01, end: 0.02}
output: {folder: out}
walls: [{shape: plane}]
bodies: {list: [{name: ball, position: [0, 0, 0.1], radius: 0.1, mass: 2}]}
"""

RODS = """\
time: {step: 0.005, end: 1.2}
output: {folder: out}
solver: {max_sweeps: 2000, tolerance: 1e-6}
walls: [{shape: plane, name: g, position: [0, 0, -9]}]
bodies:
  list:
    - {name: a, position: [0.5, 0, -0.3], radius: 0.05, mass: 1}
    - {name: d, position: [1, 0, 0], radius: 0.05, state: driven, velocity: [0.5, 0, 0]}
joints:
  - {name: l, kind: distance, a: g, b: a, point: [0, 0, 0], point_b: [0.5, 0, -0.3]}
  - {name: r, kind: distance, a: d, b: a, point: [1, 0, 0], point_b: [0.5, 0, -0.3]}
"""


class Tolerance(Case):
    def tolerance(self, deck, *sets, ranks=0):
        (self.folder / "deck.yaml").write_text(deck)
        result = self.talus("run", "deck.yaml", "--json", *(word for s in sets for word in ("--set", s)), ranks=ranks)
        folder = next((s.split("=")[1] for s in sets if s.startswith("output.folder=")), "out")
        with h5py.File(self.folder / folder / "checkpoint.h5") as file:
            self.assertIn("  tolerance: auto\n", bytes(file["deck"][()]).decode())
        return json.loads(result.out)["tolerance"]

    def test_a_hundredth_of_what_gravity_or_the_largest_load_adds_in_a_step(self):
        force = "loads: [{kind: force, body: ball, amount: [0, 0, -4]}, {kind: acceleration, amount: [0.5, 0, 0]}]\n"
        cases = (
            (BALL, (), 1e-2 * 9.81 * 0.01),
            (BALL, ("gravity=[3,0,-4]", "time.step=0.002"), 1e-2 * 5 * 0.002),
            (BALL + force, ("gravity=[0,0,0]",), 1e-2 * (4 / 2) * 0.01),
            (BALL, ("gravity=[0,0,0]",), 1e-3),
            (BALL, ("gravity=[0,0,-1e-6]",), 1e-9),
        )
        for n, (deck, sets, expected) in enumerate(cases):
            for ranks in (0, 3):
                got = self.tolerance(deck, *sets, f"output.folder=out/{n}-{ranks}", ranks=ranks)
                self.assertAlmostEqual(got, expected, delta=1e-12 * expected + 1e-24)

    def test_it_is_printed_and_no_other_word_is_taken(self):
        (self.folder / "deck.yaml").write_text(BALL)
        self.assertIn("tolerance 0.000981 m/s", self.talus("run", "deck.yaml").out)
        self.assertIn("# tolerance: 0.000981 m/s", self.talus("check", "deck.yaml").out)
        wrong = self.talus("check", "deck.yaml", "--set", "solver.tolerance=automatic", code=2)
        self.assertIn("key 'solver.tolerance': expected a number in m/s, > 0, or auto, found 'automatic'", wrong.err)


class Joints(Case):
    def test_rods_that_are_pulled_apart_end_the_run_as_soon_as_they_are_open_by_a_radius(self):
        """The driven end moves at 0.5 m/s: both rods are taut at twice their length from the wall."""
        (self.folder / "taut.yaml").write_text(RODS)
        length = math.hypot(0.5, 0.3)
        taut = (2 * length - 1) / 0.5
        for n, (name, sets) in enumerate((("mnest", ()), ("pgs", ("solver.name=pgs",)), ("mnest", ("solver.projection=true",)))):
            words = [word for s in (*sets, f"output.folder=out/{n}") for word in ("--set", s)]
            result = self.talus("run", "taut.yaml", "--quiet", *words, code=4, ranks=0 if n else 2)
            self.assertRegex(result.messages[-1], r"joint [lr] is open by 0\.\d+ m, guard\.max_joint_opening is 0\.05 m")
            series = columns(self.folder / "out" / str(n) / "series.csv")
            self.assertGreater(series["time"][-1], taut)
            self.assertLess(series["time"][-1], taut + 2 * 2 * 0.05 / 0.5)  # both are open by a radius by then
            self.assertLess(series["joint_opening_max"].max(), 0.05)

    def test_the_guard_can_be_turned_off_and_the_summary_says_the_opening(self):
        (self.folder / "taut.yaml").write_text(RODS)
        result = self.talus("run", "taut.yaml", "--set", "guard.max_joint_opening=0", "--set", "time.end=0.5")
        opening = columns(self.folder / "out/series.csv")["joint_opening_max"].max()
        self.assertIn(f"joints open by at most {opening:.2g} m", result.out)
        self.assertEqual(json.loads((self.folder / "out/summary.json").read_text())["joint_opening_max"], opening)

    def test_a_projection_that_leaves_joints_open_is_a_missed_step(self):
        (self.folder / "taut.yaml").write_text(RODS)
        self.talus("run", "taut.yaml", "--quiet", "--set", "guard.max_joint_opening=0", "--set", "solver.projection=true", "--set", "time.end=0.5")
        summary = json.loads((self.folder / "out/summary.json").read_text())
        late = columns(self.folder / "out/series.csv")["time"] > (2 * math.hypot(0.5, 0.3) - 1) / 0.5
        self.assertGreater(summary["projection_left_max"], 0.01)
        self.assertGreaterEqual(summary["missed_steps"], late.sum() - 2)


class Steps(Case):
    def test_a_ball_that_falls_farther_than_its_radius_in_a_step_is_told_beforehand_and_when_it_does(self):
        height, step = 5.0, 0.02
        speed = math.sqrt(2 * 9.81 * (height - 0.1))
        deck = BALL.replace("0, 0, 0.1]", f"0, 0, {height}]").replace("end: 0.02", "end: 1.1").replace("step: 0.01", f"step: {step}")
        (self.folder / "fall.yaml").write_text(deck)
        checked = self.talus("check", "fall.yaml")
        self.assertIn(f"crosses the smallest radius, 0.1 m, in less than a step at {speed:.3g} m/s", checked.warnings[0])
        ran = self.talus("run", "fall.yaml", "--quiet")
        self.assertEqual(len(ran.warnings), 1)
        self.assertIn("a body crosses the smallest radius", ran.warnings[0])
        short = ("--set", f"time.step={0.09 / speed}", "--set", f"time.end={120 * 0.09 / speed}")
        self.assertEqual(self.talus("check", "fall.yaml", *short).warnings, [])
        self.assertEqual(self.talus("run", "fall.yaml", "--quiet", *short, "--set", "output.folder=short").warnings, [])

    def test_bodies_that_pass_through_each_other_end_the_run(self):
        """A box whose steps let grains fall by 2.5 times their diameter."""
        result = self.talus("run", SOURCE / "input/box.yaml", "--quiet", "--set", "time.step=0.1", "--set", "bodies.count=20", code=4)
        self.assertRegex(result.messages[-1], r"bodies .* and .* overlap by [\d.]+ radii of the smaller one, guard.max_overlap is 1;")


if __name__ == "__main__":
    unittest.main()
