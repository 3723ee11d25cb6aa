#!/usr/bin/python3
"""What other tools are given and what comes back: a periodic scene of bodies with shapes, masses and ids goes through a LAMMPS dump or a
CSV table into another run, which begins with the same bodies to the last bit. The oracle is the checkpoint of the first run.

One class a group; CTest runs each as io.exchange.<group>.
"""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import Case

COMMON = """\
time: {step: 0.005, end: 0.05}
domain: {period: [0.7, 0, 0]}
materials: [{name: ice, mu: 0.1}, {name: stone, mu: 0.6}]
shapes: [{name: die, kind: box, half_size: [0.05, 0.05, 0.05]}, {name: rod, kind: capsule, radius: 0.03, half_length: 0.05}]
walls: [{shape: plane, name: floor}]
"""
FIRST = COMMON + """\
output: {folder: first, every_steps: 10}
bodies:
  list:
    - {name: a, shape: die, position: [0.33, 0, 0.06], material: stone, mass: 2, velocity: [0.5, 0, 0]}
    - {name: b, shape: rod, position: [-0.2, 0.3, 0.2], material: ice}
    - {name: c, radius: 0.04, position: [-0.1, -0.2, 0.1], mass: 0.7, angular_velocity: [0, 3, 1]}
    - {name: d, radius: 0.05, position: [0.1, -0.2, 0.05], state: fixed}
"""
FIELDS = "id", "position", "velocity", "angular_velocity", "orientation", "mass", "radius", "material", "shape", "state"


class RoundTrips(Case):
    def bodies(self, folder):
        with h5py.File(self.folder / folder / "checkpoint.h5", "r") as file:
            order = numpy.argsort(file["bodies/id"][:])
            return {name: file[f"bodies/{name}"][:][order] for name in FIELDS}

    def test_bodies_come_back_to_the_last_bit(self):
        (self.folder / "first.yaml").write_text(FIRST)
        self.talus("run", "first.yaml", "--quiet")
        expected = self.bodies("first")
        for kind, name in (("lammps", "trajectory.lammpstrj"), ("csv", "trajectory.csv")):
            self.talus("convert", "first", "--to", kind)
            second = COMMON.replace("end: 0.05", "end: 0") + f"output: {{folder: {kind}}}\n" + f"bodies: {{packings: [{{kind: {kind}, file: first/{name}}}]}}\n"
            (self.folder / "second.yaml").write_text(second)
            for ranks in (0, 3):
                self.talus("run", "second.yaml", "--quiet", "--set", f"output.folder={kind}{ranks}", ranks=ranks)
                found = self.bodies(f"{kind}{ranks}")
                for field in FIELDS:
                    numpy.testing.assert_array_equal(found[field], expected[field], f"{kind}: {field}")

    def test_dump_says_where_space_repeats_and_another_period_is_refused(self):
        (self.folder / "first.yaml").write_text(FIRST)
        self.talus("run", "first.yaml", "--quiet")
        self.talus("convert", "first", "--to", "lammps")
        lines = (self.folder / "first" / "trajectory.lammpstrj").read_text().splitlines()
        at = lines.index("ITEM: BOX BOUNDS pp ff ff")
        self.assertEqual([float(x) for x in lines[at + 1].split()], [-0.35, 0.35])
        for period in ("[0, 0, 0]", "[0.8, 0, 0]"):
            second = COMMON.replace("[0.7, 0, 0]", period) + "output: {folder: o}\nbodies: {packings: [{kind: lammps, file: first/trajectory.lammpstrj}]}\n"
            (self.folder / "second.yaml").write_text(second)
            message = self.assert_nothing_written("run", "second.yaml", code=2).messages[0]
            self.assertIn("space repeats after 0.7 m along x (pp): expected the same domain.period", message)

    def test_a_frame_of_a_file_without_steps_is_refused(self):
        (self.folder / "grains.data").write_text("grains\n\n1 atoms\n1 atom types\n\nAtoms # sphere\n\n1 1 0.1 1000 0 0 0\n")
        (self.folder / "grains.csv").write_text("x,y,z,radius\n0,0,0,0.05\n")
        for kind, name, expected in (("lammps", "grains.data", "key 'bodies.packings[0].frame': has no effect: a data file of LAMMPS has no steps"),
                                     ("csv", "grains.csv", "no column step, but the frame of step 3 is asked for")):
            deck = COMMON + f"output: {{folder: o}}\nbodies: {{packings: [{{kind: {kind}, file: {name}}}]}}\n"
            (self.folder / "second.yaml").write_text(deck)
            message = self.assert_nothing_written("run", "second.yaml", "--set", "bodies.packings[0].frame=3", code=2).messages[0]
            self.assertIn(expected, message)
            self.talus("check", "second.yaml")


if __name__ == "__main__":
    unittest.main()
