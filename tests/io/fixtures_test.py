#!/usr/bin/python3
"""Files that an earlier version wrote stay readable: tests/io/fixtures/ has the output folders of two runs, compressed.

`grains`: 30 spheres in a box, 60 steps, and `continued.h5`, the checkpoint of that version 30 steps later. `mechanism`: the deck
tests/sim/all_kinds.yaml with every shape, joint, drive, load and wall, 60 steps, continued for 20. The oracles: figures that the
earlier version printed, the files' own contents read with h5py alone, and the continued checkpoints: grains to the last bit,
the mechanism within its solver tolerance. One class per group; CTest runs each as io.fixtures.<group>.
"""

import csv
import gzip
import json
import pathlib
import shutil
import sys
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tests" / "harness"), str(SOURCE / "postproc")]

import h5py
import numpy
import talus
from command import Case

FIXTURES = SOURCE / "tests" / "io" / "fixtures"
ELAPSED = {"grains": ("time.end=0.45",), "mechanism": ("time.end=0.16", "output.every_steps=20")}
STATE_HASHES = {"grains": "86da5d3b530eb862", "mechanism": "f12a4bee7e3cac85"}
STREAMS = [("grains", "trajectory", 90), ("grains", "contacts", 88), ("mechanism", "trajectory", 75), ("mechanism", "contacts", 12),
           ("mechanism", "joints", 44)]


class Fixtures(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "tests").symlink_to(SOURCE / "tests")  # the deck of the mechanism names a file there
        self.unpack()

    def unpack(self):
        for run in ("grains", "mechanism"):
            shutil.rmtree(self.folder / run, ignore_errors=True)
            (self.folder / run).mkdir()
            for path in (FIXTURES / run).glob("*.gz"):
                (self.folder / run / path.stem).write_bytes(gzip.decompress(path.read_bytes()))

    def info(self, path):
        return json.loads(self.talus("info", path, "--json").out)


class Read(Fixtures):
    def test_info(self):
        for run, impulses, bodies, walls in (("grains", 60, 30, 5), ("mechanism", 45, 25, 3)):
            self.assertIn("whole", self.talus("info", "--verify", f"{run}/checkpoint.h5").out)
            found = self.info(f"{run}/checkpoint.h5")
            expected = {"version": 1, "step": 60, "impulses": impulses, "bodies": bodies, "walls": walls, "state_hash": STATE_HASHES[run]}
            self.assertEqual({name: found[name] for name in expected}, expected)
        for run, stream, rows in STREAMS:
            found = self.info(f"{run}/{stream}.h5")
            expected = {"format": stream, "version": 1, "frames": 3, "rows": rows, "first_step": 0, "last_step": 60}
            self.assertEqual({name: found[name] for name in expected}, expected)

    def test_a_damaged_byte_is_found(self):
        path = self.folder / "grains" / "checkpoint.h5"
        with h5py.File(path, "r") as file:
            place = file["bodies/velocity"].id.get_offset()
        data = bytearray(path.read_bytes())
        data[place] ^= 1
        path.write_bytes(data)
        self.talus("info", "--verify", path, code=5)

    def test_comparison_names_the_first_joint_that_was_changed_here(self):
        for ranks in (0, 2):
            same = self.talus("info", "--compare", "mechanism/joints.h5", "mechanism/joints.h5", ranks=ranks).out
            self.assertIn("same joints in 3 frames", same)
        changes = (("joint", "moment", 6), ("joint", "local_moment", 0), ("drive", "unique", 2))
        for kind, name, place in changes:  # of the last frame, from the last record towards the first
            shutil.copy(self.folder / "mechanism" / "joints.h5", self.folder / "joints.h5")
            with h5py.File(self.folder / "joints.h5", "r+") as file:
                first, data = file["VTKHDF/Steps/PointOffsets"][2], file["VTKHDF/PointData"]
                row = first + list(data[kind][first:]).index(place)
                data["rank"][row - 1] += 1  # which does not count
                data[name][row] += 1
                ids = data["id_a"][row], data["id_b"][row]
            out = self.talus("info", "--compare", "mechanism/joints.h5", "joints.h5", code=1).out
            self.assertIn(f"frame of step 60, 0.12 s: {kind} {place} of bodies {ids[0]} and {ids[1]}: {name} is ", out)

    def test_convert_writes_what_the_file_holds(self):
        for run in ("grains", "mechanism"):
            self.talus("convert", run, "--to", "csv")
        for run, stream, rows in STREAMS:
            with open(self.folder / run / f"{stream}.csv") as file:
                table = list(csv.reader(file))
            titles = [title.partition(" [")[0] for title in table[0]]
            columns = dict(zip(titles, numpy.array(table[1:], dtype=float).T))
            self.assertEqual(len(table) - 1, rows)
            with h5py.File(self.folder / run / f"{stream}.h5", "r") as file:
                fields = dict(file["VTKHDF/PointData"], **{"position" if stream == "trajectory" else "point": file["VTKHDF/Points"]})
                for name, field in fields.items():
                    for i, values in enumerate(field[:].reshape(rows, -1).T):
                        column = name if field.ndim == 1 else f"{name}_{'xyzw'[i]}"
                        numpy.testing.assert_array_equal(columns[column], values, f"{run}/{stream}: {column}")

    def test_stored_problems_replay(self):
        for ranks in (0, 3):
            for run, contacts, sweeps in (("grains", 60, 16), ("mechanism", 45, 20)):
                self.talus("solve", f"{run}/problem-000060.hdf5", "--replay", "--json", "replay.json", ranks=ranks)
                found = json.loads((self.folder / "replay.json").read_text())
                self.assertEqual((found["status"], found["contacts"], found["sweeps"]), ("converged", contacts, sweeps))

    def test_stored_problems_have_the_same_optimum(self):
        for run, optimum in (("grains", -0.0119600837703073), ("mechanism", -0.0378658660036458)):
            for solver in ("mnest", "ipm"):
                self.talus("solve", f"{run}/problem-000060.hdf5", "--solver", solver, "--tolerance", "1e-9", "--json", "solve.json")
                self.assertAlmostEqual(json.loads((self.folder / "solve.json").read_text())["objective"], optimum, 12)

    def test_python_reads_the_folder(self):
        grains, mechanism = (talus.open(self.folder / run) for run in ("grains", "mechanism"))
        for run in (grains, mechanism):
            for frames in (run.frames, run.contacts):
                self.assertEqual(list(frames.steps), [0, 30, 60])
        last = grains.frames[-1]
        numpy.testing.assert_allclose(last["position"][last["id"] == 8][0], [0.03199303, -0.00505833, 0.02061095], atol=1e-8)
        self.assertAlmostEqual(grains.contacts[-1]["normal_force"].sum(), 191.05323818442855, 12)
        self.assertAlmostEqual(grains.series["kinetic_energy"][-1], 0.124310190, 9)
        self.assertEqual((len(grains.state), grains.state.step, grains.deck["contact.rho"]), (30, 60, 0.001))
        joints = mechanism.joints[-1]
        self.assertEqual([list(joints["drive"]).index(drive) for drive in range(3)], [6, 12, 20])
        numpy.testing.assert_allclose(joints["force"][10], [0.11156682, 0.5, 0.66058935], atol=1e-8)


class Continued(Fixtures):
    """From the checkpoint, into the same files, on one rank and on three."""

    def restart(self, run, ranks):
        sets = [word for key in ELAPSED[run] for word in ("--set", key)]
        self.talus("restart", f"{run}/checkpoint.h5", "--quiet", *sets, ranks=ranks)
        with h5py.File(self.folder / run / "checkpoint.h5", "r") as ours, h5py.File(self.folder / run / "continued.h5", "r") as theirs:
            for group in ("bodies", "walls", "joints"):
                orders = [numpy.argsort(file[group]["id"][:]) for file in (ours, theirs)]
                for name in theirs[group]:
                    if not name.endswith("_start"):
                        yield name, *(file[group][name][:][order] for file, order in zip((ours, theirs), orders))

    def expect_streams_go_on(self, run, steps):
        opened = talus.open(self.folder / run)
        for frames in (opened.frames, opened.contacts):
            self.assertEqual(list(frames.steps), steps)

    def test_a_deleted_scenario_is_refused_by_name(self):
        """Its files are still read (Read): only the run does not go on."""
        for ranks in (0, 3):
            result = self.talus("restart", "grains/checkpoint.h5", "--quiet", code=2, ranks=ranks)
            self.assertIn("'box' is no longer there: it is the scene input/box.yaml", result.messages[0])
        self.talus("info", "grains/checkpoint.h5", "--verify")

    def test_mechanism_within_its_tolerance(self):
        """Velocities within 50 tolerances; with a tolerance of a tenth they differ by 11."""
        bounds = {"position": 1e-5, "orientation": 5e-4, "velocity": 5e-4, "angular_velocity": 5e-2}
        for name, ours, theirs in self.restart("mechanism", 0):
            numpy.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=bounds.get(name, 0), err_msg=name)
        self.expect_streams_go_on("mechanism", [0, 30, 60, 80])
        self.assertEqual(list(talus.open(self.folder / "mechanism").joints.steps), [0, 30, 60, 80])


if __name__ == "__main__":
    unittest.main()
