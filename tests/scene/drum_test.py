#!/usr/bin/python3
"""A rotating drum that is fed and emptied: what of bodies, momentum and energy goes in comes out, and memory does not grow.

Group Drum is a sample, FullSoak 10^5 steps.
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import numpy
from command import SOURCE, Case, columns

STEP, RATE, RADIUS, DENSITY, SPEED = 0.005, 10, 0.02, 2028, 4
DECK = f"""\
include: {SOURCE}/input/drum.yaml
time: {{step: {STEP}, end: 8}}
output: {{folder: out, every: 0, balance_every: 100, every_steps: 400}}
solver: {{schedule: cubes}}
partition: {{every: 50}}
bodies: {{radius: {RADIUS}, density: {DENSITY}}}
variables: {{drum.radius: 0.12, drum.length: 0.12, drum.opening: 0.08, drum.speed: {SPEED}, drum.rate: {RATE}, drum.drop: 0.05}}
"""
MASS = 4 / 3 * numpy.pi * RADIUS**3 * DENSITY
GRAVITY = numpy.array([0, 0, -9.81])


class Drum(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "drum.yaml").write_text(DECK)

    def run_drum(self, *sets, **how):
        self.talus("run", "drum.yaml", "--quiet", "--resume", *(part for s in sets for part in ("--set", s)), **how)

    def check_series(self, folder):
        """Each step against the balance of bodies, momentum and work that holds whatever the contacts do."""
        rows = columns(self.folder / folder / "series.csv")
        vector = lambda name: numpy.stack([rows[name + axis] for axis in "xyz"], 1)
        steps, bodies, momentum = rows["step"], rows["bodies"], vector("momentum_")
        numpy.testing.assert_array_equal(steps, numpy.arange(1, len(steps) + 1))
        fed = rows["feed.grains.bodies"]
        numpy.testing.assert_array_equal(fed + rows["feed.grains.waiting"], numpy.floor(RATE * STEP * steps + 1e-6))
        removed = fed - bodies
        leave = numpy.diff(removed)
        self.assertTrue((leave >= 0).all(), "bodies appear that nobody fed")
        self.assertGreater(removed[-1], 0.2 * bodies[-1])
        self.assertEqual(self.summary(folder)["removed"], removed[-1])
        # Fed at rest: without a removal only gravity and walls change the momentum. What left fell, by more than the drop.
        change = numpy.diff(momentum, axis=0) - STEP * (MASS * bodies[1:, None] * GRAVITY - vector("wall_force_")[1:])
        self.assertLess(numpy.abs(change[leave == 0]).max(), 1e-14 * MASS * 9.81 * len(steps) ** 0.5)
        taken = change[leave == 1] / MASS
        self.assertTrue(((taken[:, 2] > numpy.sqrt(2 * 9.81 * 0.05)) & (numpy.linalg.norm(taken, axis=1) < 5)).all(), taken)
        # A drum that turns at a given speed works by the moment about its axis; the account closes.
        work = -STEP * SPEED * rows["wall_moment_x"]
        numpy.testing.assert_allclose(numpy.diff(rows["driven_work"]), work[1:], atol=1e-12)
        self.assertLess(numpy.abs(rows["energy_defect"]).max(), 1e-11 * rows["driven_work"][-1])

    def test_what_goes_in_comes_out(self):
        self.run_drum()
        self.check_series("out")

    def test_same_bits_in_parts_and_on_more_ranks(self):
        """Cut while bodies come and leave; killed rows of all series are not there twice."""
        self.run_drum("output.folder=whole", "output.hash_every=100")
        self.run_drum("output.hash_every=100", "time.end=7", "checkpoint.every=1100", ranks=3)
        (self.folder / "out" / "checkpoint.1.h5").rename(self.folder / "out" / "checkpoint.h5")  # of step 1100, rows up to 1400
        self.run_drum("output.hash_every=100", ranks=2)
        self.check_series("out")
        for name in ("state_hash", "removed", "bodies"):
            self.assertEqual(self.summary("out")[name], self.summary("whole")[name])
        hashes = [(self.folder / folder / "hashes.csv").read_text() for folder in ("whole", "out")]
        self.assertEqual(*hashes)
        self.assertEqual(list(columns(self.folder / "out" / "balance.csv")["step"]), list(range(100, 1601, 100)))


class FullSoak(Drum):
    STEPS, WARM = 100_000, 20_000

    def test_what_goes_in_comes_out(self):
        self.run_drum(f"time.end={STEP * self.STEPS}", "checkpoint.every=5000")
        self.check_series("out")
        rows = columns(self.folder / "out" / "balance.csv")
        memory = rows["own_memory"][rows["step"] > self.WARM]
        grown, resident = memory.max() - memory.min(), self.summary("out")["peak_memory_bytes"]
        print(f"FullSoak: {self.STEPS} steps, {self.summary('out')['removed']} bodies removed; after step {self.WARM} own memory "
              f"{memory.min() / 1e6:.2f} to {memory.max() / 1e6:.2f} MB: by {100 * grown / resident:.2f} % of {resident / 1e6:.1f} MB resident", flush=True)
        self.assertLess(grown, 0.02 * resident)


if __name__ == "__main__":
    unittest.main()
