#!/usr/bin/python3
"""Trajectories and contacts of runs, read with h5py alone. One class a group; CTest runs each as io.trajectory.<group>.

The oracles: the VTKHDF specification (read as its Steps group says), the checkpoint of the same step, the run on one rank
and the run that was never interrupted.
"""

import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import SOURCE, Case, command_line

VERTEX = 1
PLACES = {"trajectory": "position", "contacts": "point"}

DECK = f"include: {SOURCE}/input/pile.yaml\n" + """\
time: {step: 0.005, end: 0.4}
output: {folder: out, every: 0.015, contacts: true}
contact: {mu: 0.5, rho: 0.002, sigma: 0.001}
bodies: {radius: 0.03, spread: 0.2}
variables: {bodies.count: 60, pile.rate: 300, pile.drop_height: 0.2, pile.width: 0.6, pile.feed_width: 0.5}
partition: {every: 10}
solver: {tolerance: 1e-3, max_sweeps: 30, schedule: cubes}
"""


def segments(folder, stream):
    """The files of a stream in order: stream.h5, stream.1.h5, ..."""
    paths = folder.glob(f"{stream}*.h5")
    return sorted(paths, key=lambda path: int(path.name.split(".")[1]) if path.name.count(".") == 2 else 0)


def read_step(group, step):
    """One step as the specification has it read: parts and cells through the offsets of Steps."""
    steps = group["Steps"]
    part, cell = int(steps["PartOffsets"][step]), int(steps["CellOffsets"][step])
    assert steps["NumberOfParts"][step] == 1
    points, cells, ids = (int(group[name][part]) for name in ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"))
    rows = slice(int(steps["PointOffsets"][step]), int(steps["PointOffsets"][step]) + points)
    fields = {name: group["PointData"][name][rows] for name in group["PointData"]}
    fields["Points"] = group["Points"][rows]
    first = cell + part  # every part before has one offset more than cells
    offsets = group["Offsets"][first:first + cells + 1]
    connectivity = int(steps["ConnectivityIdOffsets"][step])
    return {"time": float(steps["Values"][step]), "fields": fields, "points": points, "offsets": offsets,
            "types": group["Types"][cell:cell + cells], "connectivity": group["Connectivity"][connectivity:connectivity + ids]}


def frames(folder, stream, without=("rank",)):
    """Step, time and the bytes of all fields of all frames, over all segments."""
    found = []
    for path in segments(folder, stream):
        with h5py.File(path, "r") as file:
            for i in range(file["VTKHDF/Steps"].attrs["NSteps"]):
                step = read_step(file["VTKHDF"], i)
                fields = {name: value.tobytes() for name, value in step["fields"].items() if name not in without}
                found.append((int(file["talus/step"][i]), step["time"], fields))
    return found


class PileCase(Case):
    """A small pile, fed while it runs; its runs go to folders of the test's folder."""

    def setUp(self):
        super().setUp()
        (self.folder / "pile.yaml").write_text(DECK)

    def run_pile(self, name, *settings, ranks=0, resume=False):
        sets = [word for setting in settings for word in ("--set", setting)]
        self.talus("run", "pile.yaml", "--quiet", *(["--resume"] if resume else []), "--set", f"output.folder={name}", *sets, ranks=ranks)
        return self.folder / name

    def expect_same_frames(self, folder, reference):
        for stream in PLACES:
            ours, theirs = frames(folder, stream), frames(reference, stream)
            self.assertEqual([f[:2] for f in ours], [f[:2] for f in theirs])
            for frame, other in zip(ours, theirs):
                self.assertEqual(frame[2].keys(), other[2].keys())
                for name in frame[2]:
                    self.assertEqual(frame[2][name], other[2][name], f"{stream}, step {frame[0]}, {name}")

    def expect_index_resolves(self, folder):
        for stream, place in PLACES.items():
            wanted = [f for f in frames(folder, stream, without=()) if f[2]["Points"]]
            grids = xml.etree.ElementTree.parse(folder / f"{stream}.xdmf").findall("./Domain/Grid/Grid")
            self.assertEqual(len(grids), len(wanted))
            for grid, (step, when, fields) in zip(grids, wanted):
                self.assertEqual(float(grid.find("Time").get("Value")), when)
                self.assertEqual(grid.get("Name"), str(step))
                points = int(grid.find("Topology").get("NumberOfElements"))
                self.assertEqual(resolve(folder, grid.find("Geometry/DataItem"), points), fields["Points"])
                attributes = {a.get("Name"): a.find("DataItem") for a in grid.findall("Attribute")}
                self.assertEqual(attributes.keys() | {"Points"}, fields.keys())
                for name, item in attributes.items():
                    self.assertEqual(resolve(folder, item, points), fields[name], name)


class Content(PileCase):
    def test_file_is_as_vtkhdf_specifies(self):
        folder = self.run_pile("whole", ranks=3)
        for stream in PLACES:
            with h5py.File(folder / f"{stream}.h5", "r") as file:
                group = file["VTKHDF"]
                self.assertEqual(list(group.attrs["Version"]), [2, 2])
                self.assertEqual(group.attrs["Type"], b"UnstructuredGrid")
                kind = group.attrs.get_id("Type").get_type()
                self.assertEqual((kind.get_cset(), kind.is_variable_str()), (h5py.h5t.CSET_ASCII, False))
                self.assertEqual(group["Types"].dtype, numpy.uint8)
                count = int(group["Steps"].attrs["NSteps"])
                for name in ("Values", "PartOffsets", "NumberOfParts", "PointOffsets", "CellOffsets", "ConnectivityIdOffsets"):
                    self.assertEqual(len(group["Steps"][name]), count, name)
                parts = len(group["NumberOfPoints"])
                self.assertEqual(len(group["Offsets"]), group["NumberOfCells"][:].sum() + parts)
                self.assertEqual(len(group["Types"]), group["NumberOfCells"][:].sum())
                self.assertTrue(all(len(group["PointData"][name]) == len(group["Points"]) for name in group["PointData"]))
                end = 0
                for i in range(count):
                    step = read_step(group, i)
                    end += step["points"]
                    self.assertTrue((step["offsets"] == numpy.arange(step["points"] + 1)).all())
                    self.assertTrue((step["connectivity"] == numpy.arange(step["points"])).all())
                    self.assertTrue((step["types"] == VERTEX).all() and len(step["types"]) == step["points"])
                    self.assertTrue(all(len(field) == step["points"] for field in step["fields"].values()))
                self.assertEqual(end, len(group["Points"]))

    def test_frames_are_due_by_time(self):
        h, every = 0.005, 0.015
        folder = self.run_pile("due")
        wanted = [step for step in range(81) if step == 0 or int((step + 1e-6) * h / every) > int((step - 1 + 1e-6) * h / every)]
        for stream in PLACES:
            self.assertEqual([f[0] for f in frames(folder, stream)], wanted)

    def test_last_frame_is_that_of_the_checkpoint(self):
        folder = self.run_pile("last", "output.every=0", "output.every_steps=16", ranks=3)
        with h5py.File(folder / "checkpoint.h5", "r") as checkpoint:
            bodies = {name: value[:] for name, value in checkpoint["bodies"].items()}
            memory = {name: value[:] for name, value in checkpoint["memory"].items()}
            walls = {name: value[:] for name, value in checkpoint["walls"].items()}
            step = checkpoint.attrs["step"]
        order = numpy.argsort(bodies["id"])
        with h5py.File(folder / "trajectory.h5", "r") as file:
            frame = read_step(file["VTKHDF"], -1)["fields"]
            self.assertEqual(file["talus/step"][-1], step)
            self.assertTrue((file["talus/walls/position"][-len(walls["id"]):] == walls["position"]).all())
            self.assertEqual(len(file["talus/shapes/kind"]), walls["shape"].max() + 1)
        frame["position"] = frame.pop("Points")
        for name in ("id", "position", "radius", "orientation", "velocity", "angular_velocity", "material", "shape"):
            self.assertTrue((frame[name] == bodies[name][order]).all(), name)

        # The contacts' forces are the impulses that the checkpoint remembers, on the body of the higher id.
        with h5py.File(folder / "contacts.h5", "r") as file:
            contacts = read_step(file["VTKHDF"], -1)["fields"]
        ends = numpy.append(bodies["memory_start"][1:], len(memory["partner"]))
        anchor = numpy.repeat(bodies["id"], ends - bodies["memory_start"])
        remembered = {}
        for a, b, feature, force, torque in zip(anchor, memory["partner"], memory["feature"], memory["force"], memory["torque"]):
            remembered[min(a, b), max(a, b), feature] = (force / 0.005, torque / 0.005)
        self.assertGreater(len(contacts["id_a"]), 30)
        loads, counts = dict.fromkeys(bodies["id"], 0.0), dict.fromkeys(bodies["id"], 0)
        for c in range(len(contacts["id_a"])):
            a, b = contacts["id_a"][c], contacts["id_b"][c]
            force, torque = remembered.pop((a, b, contacts["feature"][c]))
            normal = contacts["normal"][c]
            numpy.testing.assert_allclose(contacts["normal_force"][c] * normal + contacts["friction"][c], force, atol=1e-12)
            numpy.testing.assert_allclose(contacts["spinning"][c] * normal + contacts["rolling"][c], torque, atol=1e-12)
            numpy.testing.assert_allclose([contacts["friction"][c] @ normal, contacts["rolling"][c] @ normal], 0, atol=1e-12)
            self.assertGreater(contacts["normal_force"][c], 0)
            for body in (a, b):
                if body in loads:
                    loads[body] += contacts["normal_force"][c]
                    counts[body] += 1
        for force, _ in remembered.values():  # those left out carry nothing
            self.assertEqual(numpy.linalg.norm(force), 0)
        numpy.testing.assert_allclose(frame["normal_load"], [loads[i] for i in frame["id"]], rtol=1e-12)
        self.assertEqual(list(frame["contacts"]), [counts[i] for i in frame["id"]])

    def test_index_resolves(self):
        self.expect_index_resolves(self.run_pile("index", ranks=2))


class AnyRanks(PileCase):
    def test_same_bytes_as_on_one_rank(self):
        alone = self.run_pile("alone")
        self.assertGreater(len(frames(alone, "trajectory")), 20)
        for ranks in (2, 3, 4, 7):
            folder = self.run_pile(f"on-{ranks}", ranks=ranks)
            self.expect_same_frames(folder, alone)
            with h5py.File(folder / "trajectory.h5", "r") as file:
                found = file["VTKHDF/PointData/rank"][:]
            self.assertEqual((found.min(), found.max()), (0, ranks - 1))


class Resumed(PileCase):
    def setUp(self):
        super().setUp()
        self.whole = self.run_pile("whole")

    def test_stopped_and_resumed_equals_uninterrupted(self):
        folder = self.run_pile("stopped", "time.end=0.18", ranks=2)
        (folder / "trajectory.h5.unfinished").write_bytes(b"cut off")
        self.run_pile("stopped", "time.end=0.3", ranks=3, resume=True)
        self.run_pile("stopped", resume=True)
        self.expect_same_frames(folder, self.whole)
        self.assertEqual([path.name for path in segments(folder, "trajectory")], ["trajectory.h5"])

    def test_frames_behind_the_checkpoint_are_written_again(self):
        folder = self.run_pile("back", "checkpoint.every=32", ranks=2)
        self.talus("restart", folder / "checkpoint.1.h5", "--quiet")  # of step 64
        self.expect_same_frames(folder, self.whole)

    def test_compressed_and_in_segments_equals_plain(self):
        folder = self.run_pile("packed", "time.end=0.2", ranks=2)
        self.run_pile("packed", "output.compress=true", ranks=3, resume=True)
        self.assertEqual([path.name for path in segments(folder, "trajectory")], ["trajectory.h5", "trajectory.1.h5"])
        with h5py.File(folder / "trajectory.1.h5", "r") as file:
            self.assertEqual(file["VTKHDF/Points"].compression, "gzip")
        self.expect_same_frames(folder, self.whole)
        self.expect_index_resolves(folder)
        (folder / "checkpoint.h5").unlink()  # so the one before, where the second segment begins
        self.talus("restart", folder / "checkpoint.1.h5", "--quiet", "--set", "time.end=0.4", "--set", "output.compress=true")
        self.expect_same_frames(folder, self.whole)

    def test_damaged_segment_is_refused(self):
        folder = self.run_pile("damaged", "time.end=0.2")
        with h5py.File(folder / "trajectory.h5", "r+") as file:
            file["VTKHDF/NumberOfPoints"][-1] = 1 << 40
        result = self.talus("run", "pile.yaml", "--resume", "--set", "output.folder=damaged", code=5)
        self.assertIn("trajectory.h5", result.err)


class Killed(PileCase):
    def test_killed_and_resumed_equals_uninterrupted(self):
        whole, folder = self.run_pile("whole"), self.folder / "killed"
        arguments = ("run", "pile.yaml", "--quiet", "--resume", "--set", "checkpoint.every=12", "--set", "output.folder=killed")
        checkpoint = folder / "checkpoint.h5"
        written = lambda: checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
        for pause in (0.0, 0.03, 0.1):
            before = written()
            process = self.start(*arguments, ranks=2, prefix=("setsid",))
            while process.poll() is None and written() == before:
                time.sleep(0.005)
            time.sleep(pause)
            kill_group(process)
        self.talus(*arguments)
        self.expect_same_frames(folder, whole)


class Converted(PileCase):
    """The dump and the tables, read again, are the frames."""

    def setUp(self):
        super().setUp()
        self.packed = self.run_pile("packed", "time.end=0.2")
        self.run_pile("packed", "output.compress=true", resume=True)  # two segments

    def convert(self, source, to, **how):
        return self.talus("convert", source, "--to", to, **how)

    def fields(self, stream):
        found = []
        for path in segments(self.packed, stream):
            with h5py.File(path, "r") as file:
                for i in range(file["VTKHDF/Steps"].attrs["NSteps"]):
                    step = read_step(file["VTKHDF"], i)
                    fields = dict(step["fields"])
                    fields[PLACES[stream]] = fields.pop("Points")
                    found.append((int(file["talus/step"][i]), step["time"], fields))
        return found

    def test_csv_read_again_equals_the_frames(self):
        listed = self.convert(self.packed, "csv").out.split()
        self.assertEqual([pathlib.Path(name).name for name in listed], ["trajectory.csv", "contacts.csv"])
        for stream in PLACES:
            lines = (self.packed / f"{stream}.csv").read_text().splitlines()
            titles = [title.partition(" [")[0] for title in lines[0].split(",")]
            rows = [dict(zip(titles, line.split(","))) for line in lines[1:]]
            at = 0
            for step, when, fields in self.fields(stream):
                here = rows[at:at + len(fields[PLACES[stream]])]
                at += len(here)
                self.assertTrue(all(int(row["step"]) == step and float(row["time"]) == when for row in here))
                for name, values in fields.items():
                    columns = [name] if values.ndim == 1 else [f"{name}_{axis}" for axis in "xyzw"[:values.shape[1]]]
                    table = numpy.array([[values.dtype.type(row[c]) for c in columns] for row in here]).reshape(values.shape)
                    self.assertTrue((table == values).all(), f"{stream}, step {step}, {name}")
            self.assertEqual(at, len(rows))

    def test_lammps_dump_read_again_equals_the_frames(self):
        self.convert(self.packed, "lammps")
        lines = iter((self.packed / "trajectory.lammpstrj").read_text().splitlines())
        for step, when, fields in self.fields("trajectory"):
            head = [next(lines) for _ in range(9)]
            self.assertEqual(head[:3] + head[4:5] + head[6:7], ["ITEM: UNITS", "si", "ITEM: TIME", "ITEM: TIMESTEP", "ITEM: NUMBER OF ATOMS"])
            self.assertEqual((float(head[3]), int(head[5]), int(head[7])), (when, step, len(fields["id"])))
            self.assertTrue(head[8].startswith("ITEM: BOX BOUNDS"))
            bounds = numpy.array([next(lines).split() for _ in range(3)], dtype=float)
            names = next(lines).split()[2:]
            table = numpy.array([next(lines).split() for _ in fields["id"]], dtype=object).reshape(-1, len(names))
            column = lambda name: table[:, names.index(name)]
            self.assertTrue((column("type").astype(int) == fields["material"] + 1).all())
            vectors = {"position": ("x", "y", "z"), "velocity": ("vx", "vy", "vz"), "angular_velocity": ("omegax", "omegay", "omegaz"),
                       "orientation": ("quati", "quatj", "quatk", "quatw")}
            for name, values in fields.items():
                columns = [column(c).astype(values.dtype) for c in vectors.get(name, (name,))]
                self.assertTrue((numpy.stack(columns, axis=-1).reshape(values.shape) == values).all(), f"step {step}, {name}")
            if len(table):
                reach = fields["radius"][:, None]
                self.assertTrue((bounds[:, 0] == (fields["position"] - reach).min(axis=0)).all())
                self.assertTrue((bounds[:, 1] == (fields["position"] + reach).max(axis=0)).all())
        self.assertEqual(list(lines), [])

    def test_lammps_dump_is_read_by_another_program_with_shapes_and_periods(self):
        """The reader of ASE, an independent one: cell, periods, places and velocities; sizes of bodies are closed forms."""
        (self.folder / "input").symlink_to(SOURCE / "input")
        self.talus("run", "input/mixed.yaml", "--quiet", "--set", "time.end=0.002", "--set", "output.folder=mixed", "--set", "output.every=0.001",
                   "--set", "domain.period=[0, 1, 0]")
        self.convert("mixed", "lammps")
        text = (self.folder / "mixed" / "trajectory.lammpstrj").read_text().splitlines()
        names = next(line for line in text if line.startswith("ITEM: ATOMS")).split()[2:]
        rows = numpy.array([line.split() for line in text[-9:]], dtype=float)  # of the last frame, in the order of the deck
        found = [tuple(row.round(12)) for row in rows[:, [names.index(f"shape{axis}") for axis in "xyz"]]]
        slab, die, rod, can, coin, none = (0.06, 0.04, 0.016), (0.03, 0.03, 0.03), (0.016, 0.016, 0.1), (0.028, 0.028, 0.072), (0.04, 0.04, 0), (0, 0, 0)
        self.assertEqual(sorted(found), sorted([slab, slab, none, die, rod, can, coin, none, none]))
        try:
            import ase.io
        except ImportError:
            self.skipTest("ASE is not installed (jobscripts/install-deps.sh --browser)")
        frames = ase.io.read(self.folder / "mixed" / "trajectory.lammpstrj", index=":", format="lammps-dump-text", units="si")
        self.assertEqual(len(frames), 3)
        with h5py.File(self.folder / "mixed" / "trajectory.h5") as file:
            for frame, atoms in enumerate(frames):
                part = slice(9 * frame, 9 * frame + 9)
                order = numpy.argsort(file["VTKHDF/PointData/id"][part])
                metres = 1e10  # ASE has angstroms
                numpy.testing.assert_allclose(atoms.positions / metres, file["VTKHDF/Points"][part][order], rtol=1e-9, atol=1e-15)
                self.assertEqual(atoms.pbc.tolist(), [False, True, False])
                self.assertAlmostEqual(atoms.cell.lengths()[1] / metres, 1)

    def test_index_of_one_file_and_of_all(self):
        written = (self.packed / "trajectory.xdmf").read_text()
        (self.packed / "trajectory.xdmf").unlink()
        self.convert(self.packed, "xdmf")
        self.assertEqual((self.packed / "trajectory.xdmf").read_text(), written)
        self.convert(self.packed / "trajectory.1.h5", "xdmf")
        one = (self.packed / "trajectory.1.xdmf").read_text()
        self.assertIn("trajectory.1.h5:", one)
        self.assertNotIn("trajectory.h5:", one)

    def test_what_cannot_be_converted_is_refused_in_one_line(self):
        (self.folder / "empty").mkdir()
        self.convert("empty", "csv", code=2)
        self.convert(self.packed / "contacts.h5", "lammps", code=2)
        self.convert(self.packed / "checkpoint.h5", "csv", code=2)
        self.convert("pile.yaml", "csv", code=5)
        self.convert(self.packed, "vtu", code=2)

    def test_damaged_files_are_refused_in_one_line(self):
        whole = (self.packed / "trajectory.h5").read_bytes()
        huge = 1 << 62
        damage = {
            "VTKHDF/NumberOfPoints": lambda file: file["VTKHDF/NumberOfPoints"].__setitem__(-1, huge),
            "VTKHDF/Steps/PointOffsets": lambda file: file["VTKHDF/Steps/PointOffsets"].__setitem__(-1, -1),
            "VTKHDF/Steps/PartOffsets": lambda file: file["VTKHDF/Steps/PartOffsets"].__setitem__(-1, huge),
            "talus/step": lambda file: file["talus/step"].__setitem__(-1, 0),
            "times": lambda file: file["VTKHDF/Steps/Values"].__setitem__(-1, numpy.nan),
            "length": lambda file: file["VTKHDF/PointData/radius"].resize((3,)),
            "missing": lambda file: file.__delitem__("VTKHDF/PointData/velocity"),
            "type": lambda file: (file.__delitem__("VTKHDF/PointData/id"), file["VTKHDF/PointData"].create_dataset("id", data=file["VTKHDF/PointData/radius"][:])),
            "storage": lambda file: (file.__delitem__("VTKHDF/Points"), file.create_dataset("VTKHDF/Points", (1 << 40, 3), chunks=(4096, 3), dtype="f8")),
        }
        for name, change in damage.items():
            path = self.folder / "damaged.h5"
            path.write_bytes(whole)
            with h5py.File(path, "r+") as file:
                change(file)
            with self.subTest(name):
                self.assertIn("damaged.h5", self.convert(path, "csv", code=5).err)
        path.write_bytes(whole[: len(whole) // 2])
        self.convert(path, "csv", code=5)


def kill_group(process):
    """mpirun puts ranks in groups of their own, all in this session."""
    sessions = subprocess.run(["ps", "-eo", "pid=,sid="], capture_output=True, text=True, check=True).stdout.split("\n")
    for line in sessions:
        pid, _, session = line.strip().partition(" ")
        if session.strip() == str(process.pid):
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass
    process.wait()


def resolve(folder, item, points):
    """The bytes that a hyperslab of the index stands for; what it says of the dataset must be so."""
    selection, source = item.findall("DataItem")
    place, _, name = source.text.partition(":")
    dimensions = lambda node: tuple(map(int, node.get("Dimensions").split()))
    with h5py.File(folder / place, "r") as file:
        dataset = file[name]
        assert dataset.shape == dimensions(source), (name, dataset.shape, dimensions(source))
        assert dataset.dtype.itemsize == int(source.get("Precision"))
        assert dataset.dtype.kind == {"Float": "f", "Int": "i"}[source.get("NumberType")]
        start, stride, count = numpy.array(selection.text.split(), dtype=int).reshape(dimensions(selection))
        assert tuple(count) == dimensions(item) and (stride == 1).all() and count[0] == points
        return dataset[tuple(slice(s, s + c) for s, c in zip(start, count))].tobytes()


if __name__ == "__main__":
    unittest.main(verbosity=2)
