#!/usr/bin/python3
"""Feeds and outlets in runs: against rates, the conservation of mass, and a count of crossings from frames, by brute force.

One class per group; CTest runs each as scene.flows.<group>.
"""

import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import numpy
from command import SOURCE, Case, columns

sys.path.insert(0, str(SOURCE / "postproc"))
import talus

STEP, RATE, STEPS = 0.005, 150, 160
CLASSES = ((0, 0.02), (0.02, 1))
DECK = f"""\
time: {{step: {STEP}, end: {STEP * STEPS}}}
output: {{folder: out, every_steps: 1, wall_forces: [{{wall: slope, group: fed}}, {{wall: slope, group: start}}]}}
contact: {{mu: 0.3, rho: 0.001}}
solver: {{schedule: cubes, max_sweeps: 60}}
partition: {{every: 20}}
materials: [{{name: heavy, density: 5000}}]
walls: [{{name: slope, shape: plane, normal: [0.3, 0, 1]}}, {{shape: plane, position: [0, -0.2, 0], normal: [0, 1, 0]}}]
bodies:
  spread: 0.4
  packings: [{{kind: lattice, low: [0, -0.2, 0.1], high: [0.4, 0.2, 0.2], material: heavy, group: start}}]
feeds:
  - {{name: fast, region: cylinder, centre: [-0.2, 0, 0.4], region_radius: 0.1, length: 0.1, rate: {RATE}, group: fed, velocity: [1, 0, -1]}}
  - {{name: full, region: box, low: [0.2, -0.1, 0.3], high: [0.3, 0.1, 0.35], rate: 500, end: 0.1, group: fed, velocity_spread: [0.1, 0.1, 0]}}
outlets:
  - {{name: low, region: plane, centre: [0.35, 0, 0], axis: [1, 0, 0], by_material: true}}
  - {{name: side, region: box, low: [-9, 0.3, -9], high: [9, 9, 9]}}
  - {{name: gate, action: count, region: plane, centre: [0, 0, 0.12], axis: [0, 0, -1], classes: [[0, 0.02], [0.02, 1]]}}
  - {{name: box, action: count, region: box, low: [-0.1, -0.1, -1], high: [0.1, 0.1, 0.2]}}
"""


class Flows(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "deck.yaml").write_text(DECK)
        self.talus("run", "deck.yaml", "--quiet")
        self.rows = columns(self.folder / "out" / "series.csv")

    def test_rates_masses_and_crossings(self):
        """Against rate times time, the masses of frames, and crossings counted body by body from frames."""
        rows, frames = self.rows, talus.open(self.folder / "out").frames
        time = STEP * numpy.arange(1, STEPS + 1)
        for name, rate, end in (("fast", RATE, 9), ("full", 500, 0.1)):
            due = rows[f"feed.{name}.bodies"] + rows[f"feed.{name}.waiting"]
            numpy.testing.assert_array_equal(due, numpy.floor(rate * numpy.minimum(time, end) + 1e-9))
        self.assertGreater(rows["feed.full.waiting"].max(), 10)
        result = self.talus("run", "deck.yaml", "--set", "time.end=0.1", "--set", "output.folder=short")
        self.assertIn(f"{self.summary('short')['waiting']} bodies wait for room at their feeds", result.out)
        self.assertEqual(self.summary("short")["waiting"], rows["feed.full.waiting"][19] + rows["feed.fast.waiting"][19])
        states = [frames[n] for n in range(len(frames))]
        self.assertEqual(len(states), STEPS + 1)
        start = states[0]["mass"].sum()
        present = numpy.array([state["mass"].sum() for state in states[1:]])
        fed = rows["feed.fast.mass"] + rows["feed.full.mass"]
        removed = rows["outlet.low.mass"] + rows["outlet.side.mass"]
        numpy.testing.assert_allclose(start + fed, present + removed, rtol=1e-12)
        self.assertGreater(rows["outlet.low.bodies"][-1], 10)
        self.assertGreater(rows["outlet.low.material.heavy.bodies"][-1], 0)
        numpy.testing.assert_array_equal(rows["outlet.low.material.heavy.bodies"] + rows["outlet.low.material.default.bodies"], rows["outlet.low.bodies"])
        self.assertEqual(self.summary("out")["removed"], rows["outlet.low.bodies"][-1] + rows["outlet.side.bodies"][-1])
        whole = rows["wall.slope.force_z"]
        numpy.testing.assert_allclose(rows["wall.slope.fed.force_z"] + rows["wall.slope.start.force_z"], whole, atol=1e-12 * numpy.abs(whole).max())
        self.assertLess(rows["wall.slope.fed.force_z"].min(), -1)
        inside = {"gate": lambda p: p[:, 2] < 0.12,
                  "box": lambda p: (numpy.abs(p[:, :2]) <= 0.1).all(1) & (p[:, 2] <= 0.2) & (p[:, 2] >= -1)}
        for name, holds in inside.items():
            went, back = self.crossings(states, holds)
            numpy.testing.assert_array_equal(rows[f"outlet.{name}.bodies"], went)
            numpy.testing.assert_array_equal(rows[f"outlet.{name}.back_bodies"], back)
            self.assertGreater(went[-1], 20)
        for n, (low, high) in enumerate(CLASSES):
            went, back = self.crossings(states, inside["gate"], lambda state: (state["radius"] >= low) & (state["radius"] < high))
            numpy.testing.assert_array_equal(rows[f"outlet.gate.class.{n}.bodies"], went)
            numpy.testing.assert_array_equal(rows[f"outlet.gate.class.{n}.back_bodies"], back)

    def test_regions_over_the_edge_of_a_period(self):
        """A ball that runs around a period: once through each region per round, seen in every image; through a plane in one direction."""
        (self.folder / "round.yaml").write_text(
            "time: {step: 0.02, end: 3.3}\ngravity: [0, 0, 0]\ndomain: {period: [1, 0.5, 0]}\noutput: {folder: round, every_steps: 1}\noutlets:\n"
            "- {name: box, action: count, region: box, low: [0.4, -0.1, -0.1], high: [0.6, 0.1, 0.1]}\n"
            "- {name: sphere, action: count, region: sphere, centre: [-0.5, 0, 0], region_radius: 0.1}\n"
            "- {name: oblique, action: count, region: cylinder, centre: [0.45, 0.2, 0], axis: [1, 1, 0], region_radius: 0.15, length: 0.9}\n"
            "- {name: plane, action: count, region: plane, centre: [0.1, 0, 0], axis: [1, 0, 0]}\n"
            "- {name: drain, region: box, low: [0.45, 0.2, -0.1], high: [0.65, 0.3, 0.1]}\n"
            "bodies: {radius: 0.02, list: [{position: [0.015, 0, 0], velocity: [1, 0, 0]}, {position: [-0.495, -0.23, 0]}, {position: [-0.3, -0.23, 0]}]}\n")
        self.talus("run", "round.yaml", "--quiet")
        rows, frames = columns(self.folder / "round" / "series.csv"), talus.open(self.folder / "round").frames
        for name in ("box", "sphere", "plane"):
            self.assertEqual(rows[f"outlet.{name}.bodies"][-1], 3 if name != "plane" else 4, name)
            self.assertEqual(rows[f"outlet.{name}.back_bodies"][-1], 3 if name != "plane" else 0, name)
        self.assertEqual(rows["outlet.drain.bodies"][0], 1)

        def oblique(position):
            held = numpy.zeros(len(position), bool)
            for lengths in numpy.ndindex(5, 5):
                away = position + [lengths[0] - 2, 0.5 * (lengths[1] - 2), 0] - numpy.array([0.45, 0.2, 0])
                along = away @ numpy.array([0.5, 0.5, 0]) ** 0.5
                across = numpy.sqrt(numpy.maximum((away**2).sum(1) - along**2, 0))
                held |= (numpy.abs(along) <= 0.45) & (across <= 0.15)
            return held

        went, back = self.crossings([frames[n] for n in range(len(frames))], oblique)
        numpy.testing.assert_array_equal(rows["outlet.oblique.bodies"], went)
        numpy.testing.assert_array_equal(rows["outlet.oblique.back_bodies"], back)
        self.assertGreater(went[-1], 2)

    @staticmethod
    def crossings(states, holds, of_class=lambda state: numpy.ones(len(state["id"]), bool)):
        """Those that enter and leave in a step. A fed body starts within its feed, outside of all counters."""
        went, back, before = [0], [0], {}
        for state in states:
            now = dict(zip(state["id"][of_class(state)], holds(state["position"])[of_class(state)]))
            went.append(went[-1] + sum(inside and not before.get(body, False) for body, inside in now.items()) * (len(before) > 0))
            back.append(back[-1] + sum(not inside and before.get(body, False) for body, inside in now.items()))
            before = now
        return went[2:], back[2:]

    def test_same_bits_on_any_ranks_and_through_a_restart(self):
        exact = [name for name in self.rows if name.startswith(("feed.", "outlet.", "wall."))]
        for ranks in (2, 4, 7):
            folder = f"ranks{ranks}"
            self.talus("run", "deck.yaml", "--quiet", "--set", f"output.folder={folder}", "--set", f"time.end={STEP * 70}", ranks=ranks)
            self.talus("restart", f"{folder}/checkpoint.h5", "--quiet", "--set", f"time.end={STEP * STEPS}", ranks=9 - ranks)
            self.assertEqual(self.summary(folder)["state_hash"], self.summary("out")["state_hash"])
            rows = columns(self.folder / folder / "series.csv")
            for name in exact:
                numpy.testing.assert_array_equal(rows[name], self.rows[name], name)

    def test_packings_read_the_frames_back(self):
        """CSV tables and LAMMPS dumps of our own give the same bodies, with masses and ids, at the step asked for."""
        steps = self.folder / "out"
        self.talus("convert", "out", "--to", "csv")
        self.talus("convert", "out", "--to", "lammps")
        for kind, file, frame in (("csv", "trajectory.csv", -1), ("lammps", "trajectory.lammpstrj", -1), ("csv", "trajectory.csv", 50), ("lammps", "trajectory.lammpstrj", 50)):
            (self.folder / "again.yaml").write_text(
                "time: {step: 0.005, end: 0}\noutput: {folder: again, every_steps: 1}\nmaterials: [{name: heavy, density: 5000}]\nwalls: [{shape: plane}, {shape: plane}]\n"
                f"bodies: {{packings: [{{kind: {kind}, file: {steps / file}, frame: {frame}}}]}}\n")
            self.talus("run", "again.yaml", "--quiet", ranks=3)
            ours, theirs = talus.open(self.folder / "out").frames[frame if frame >= 0 else STEPS], talus.open(self.folder / "again").frames[0]
            for name in ("position", "velocity", "radius", "mass", "material", "state"):
                numpy.testing.assert_array_equal(theirs[name][numpy.argsort(theirs["id"])], ours[name][numpy.argsort(ours["id"])], name)
            numpy.testing.assert_array_equal(numpy.sort(theirs["id"]) - theirs["id"].min(), numpy.sort(ours["id"]) - ours["id"].min())
            shutil.rmtree(self.folder / "again")


if __name__ == "__main__":
    unittest.main()
