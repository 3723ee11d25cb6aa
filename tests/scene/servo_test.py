#!/usr/bin/python3
"""Servo walls: the force that they hold, their momentum, and the same bits on any ranks.

One class per group; CTest runs each as scene.servo.<group>.
"""

import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import Case, columns

STEP = 1e-3  # s
AREA = 0.0036  # m2
PRESSURE = 5000  # Pa
CELL = f"""\
time: {{step: {STEP}, end: 0.5}}
gravity: [0, 0, -9.81]
domain: {{period: [0.06, 0.06, 0]}}
output: {{folder: out, probes: [{{name: plate, body: platen}}]}}
contact: {{mu: 0.4, rho: 1e-5}}
solver: {{schedule: cubes, tolerance: 1e-6, max_sweeps: 3000}}
partition: {{every: 20}}
walls:
  - {{name: base, shape: plane}}
  - {{name: platen, shape: plane, position: [0, 0, 0.07], normal: [0, 0, -1], servo_pressure: {PRESSURE}, area: {AREA}, servo_speed: 0.2}}
bodies:
  radius: 0.005
  spread: 0.2
  density: 2500
  packings: [{{kind: random, count: 120, low: [-0.03, -0.03, 0], high: [0.03, 0.03, 0.06]}}]
"""


class Cell(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "cell.yaml").write_text(CELL)

    def run_cell(self, folder, *sets, **how):
        self.talus("run", "cell.yaml", "--quiet", *(word for s in (f"output.folder={folder}", *sets) for word in ("--set", s)), **how)
        with h5py.File(self.folder / folder / "checkpoint.h5") as file:
            self.mass = file["walls/mass"][1]
        return columns(self.folder / folder / "series.csv")

    def check_momentum(self, rows, target):
        """Newton's law of the plate, whose weight the motor bears: M dv = h (contact force - target), where it is not at its limit."""
        speed = rows["plate.vz"]
        change = self.mass * numpy.diff(speed) - STEP * (rows["wall.platen.force_z"][1:] - target)
        free = speed[1:] > -0.2 + 1e-5  # ten tolerances
        self.assertGreater(free.sum(), 100)
        self.assertLess(numpy.abs(change[free]).max(), 1e-13)
        self.assertGreaterEqual(speed.min(), -0.2 - 1e-5)
        self.assertGreater((~free).sum(), 10)  # before it meets the grains

    def test_holds_its_pressure_at_rest_and_over_steps_of_the_target(self):
        target = PRESSURE * AREA
        rows = self.run_cell("out")
        self.check_momentum(rows, target)
        at_rest = rows["wall.platen.force_z"][-100:]
        self.assertLess(numpy.abs(at_rest / target - 1).max(), 0.01)
        numpy.testing.assert_allclose(rows["wall.base.force_z"][-100:], -target - 9.81 * self.grains(), rtol=0.01)
        self.assertLess(numpy.abs(rows["energy_defect"]).max(), 1e-9)
        for pressure in (8000, 3000):  # a restart changes the target
            self.talus("restart", "out/checkpoint.h5", "--quiet", "--set", "output.folder=again", "--set", "time.end=0.7", "--set", f"walls[1].servo_pressure={pressure}")
            rows = columns(self.folder / "again" / "series.csv")
            self.assertLess(numpy.abs(rows["wall.platen.force_z"][-50:] / (pressure * AREA) - 1).max(), 0.01)
            for path in (self.folder / "again").iterdir():
                path.unlink()

    def grains(self):
        with h5py.File(self.folder / "out" / "checkpoint.h5") as file:
            return file["bodies/mass"][:].sum()

    def test_sheared_in_the_mean(self):
        rows = self.run_cell("out", "walls[1].velocity=[0.05, 0, 0]", "time.end=0.8")
        self.check_momentum(rows, PRESSURE * AREA)
        mean = rows["wall.platen.force_z"][-400:].reshape(4, 100).mean(1)
        self.assertLess(numpy.abs(mean / (PRESSURE * AREA) - 1).max(), 0.01)
        friction = -rows["wall.platen.force_x"][-400:].mean() / mean.mean()
        self.assertTrue(0.1 < friction < 0.45, friction)

    def test_same_bits_on_any_ranks_and_through_a_restart(self):
        self.run_cell("out", "time.end=0.2", "walls[1].velocity=[0.05, 0, 0]")
        for ranks in (2, 4, 7):
            self.run_cell(f"r{ranks}", "time.end=0.1", "walls[1].velocity=[0.05, 0, 0]", ranks=ranks)
            self.talus("restart", f"r{ranks}/checkpoint.h5", "--quiet", "--set", "time.end=0.2", ranks=9 - ranks)
            self.assertEqual(self.summary(f"r{ranks}")["state_hash"], self.summary("out")["state_hash"])

    def test_what_cannot_be_is_refused(self):
        self.run_cell("plain", "walls[1].servo_pressure=0", "walls[1].area=0", "walls[1].servo_speed=0.1", "time.end=0.01")  # the default: no motor
        message = self.talus("restart", "plain/checkpoint.h5", "--quiet", "--set", "walls[1].servo_pressure=1", "--set", "walls[1].area=0.01", "--set", "time.end=0.02", code=2).messages[0]
        self.assertIn("cannot make wall 1 a servo", message)
        shutil.rmtree(self.folder / "plain")
        for wrong, expected in (("walls[1].opens=0.1", "walls[1].opens"), ("walls[1].area=0", "walls[1].servo_pressure"), ("walls[1].servo_force=1", "walls[1].servo_pressure"),
                                ("solver.name=ipm", "finite mass"), ("walls[1].angular_velocity=[0, 0, 1]", "walls[1].angular_velocity")):
            self.assertIn(expected, self.assert_nothing_written("run", "cell.yaml", "--set", wrong, code=2).messages[0])


if __name__ == "__main__":
    unittest.main()
