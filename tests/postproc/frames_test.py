#!/usr/bin/python3
"""Frames as Python and ParaView read them: against the checkpoint of the same step, the files themselves (h5py) and the
momentum balance of each body.

One class a group; CTest runs each as postproc.frames.<group>. Without ParaView the group ParaView says that it skips.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))

import h5py
import numpy
from command import SOURCE, Case

sys.path.insert(0, str(SOURCE / "postproc"))
import talus
import talus.display
import talus.shapes

STEP = 0.005
DECK = f"""
include: {SOURCE}/input/box.yaml
time: {{step: {STEP}, end: 0.5}}
output: {{folder: out, every: 0, every_steps: 1, contacts: true}}
contact: {{mu: 0.5, rho: 0.001}}
solver: {{schedule: cubes, max_sweeps: 200}}
bodies: {{radius: 0.03}}
variables: {{bodies.count: 40, box.width: 0.25}}
"""


class RunCase(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "box.yaml").write_text(DECK)
        self.talus("run", "box.yaml", "--quiet", "--set", "time.end=0.25", ranks=2)
        self.talus("run", "box.yaml", "--quiet", "--resume", "--set", "output.compress=true")  # a second segment
        self.out = self.folder / "out"
        self.result = talus.open(self.out)

    def script(self, name, *args, code=0):
        command = [sys.executable, str(SOURCE / "postproc" / name), *map(str, args)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, code, f"{command}: {done}")
        self.assertNotIn("Traceback", done.stderr)
        return done


class Reader(RunCase):
    def test_frames_run_through_all_segments(self):
        frames = self.result.frames
        self.assertTrue((self.out / "trajectory.1.h5").exists())
        self.assertEqual(list(frames.steps), list(range(101)))
        numpy.testing.assert_allclose(frames.times, STEP * numpy.arange(101), rtol=1e-12)
        self.assertEqual((frames[60].step, frames.at(0.3).step, frames[-1].step), (60, 60, 100))
        self.assertTrue((frames.counts == 40).all())
        self.assertEqual(list(frames[::25].steps), [0, 25, 50, 75, 100])
        self.assertEqual(list(frames.between(0.2, 0.3)[1:-1:2].steps), list(range(41, 60, 2)))
        self.assertEqual(frames.of_step(77).step, 77)
        table = self.result.contacts[80].table()
        self.assertEqual((len(table), table["normal"].shape), (self.result.contacts.counts[80], (len(table), 3)))
        self.assertTrue((table["normal_force"] == self.result.contacts[80].normal_force).all())
        self.assertEqual(list(self.result.series.between(0.2, 0.3)["step"]), list(range(40, 61)))
        self.assertEqual((frames.units["velocity"], frames.units["position"], frames.units["contacts"]), ("m/s", "m", "1"))
        for name in ("id", "position", "orientation", "velocity", "angular_velocity", "radius"):
            self.assertTrue((frames[-1][name] == self.result.state[name]).all(), name)
        self.assertTrue((frames[-1].walls["position"] == self.result.state.walls["position"]).all())

    def test_contacts_balance_the_momentum_of_each_body(self):
        """m (v - v before) = h (m g + forces of its contacts), to rounding."""
        mass, ids = self.result.state["mass"], self.result.state["id"]
        gravity = numpy.array(self.result.deck["gravity"])
        for step in (40, 51, 100):
            before, now, contacts = self.result.frames[step - 1], self.result.frames[step], self.result.contacts[step]
            force = contacts["normal_force"][:, None] * contacts["normal"] + contacts["friction"]
            total = mass[:, None] * gravity * numpy.ones((len(ids), 1))
            for sign, name in ((-1, "id_a"), (1, "id_b")):
                here = contacts[name] >= ids[0]
                numpy.add.at(total, numpy.searchsorted(ids, contacts[name][here]), sign * force[here])
            numpy.testing.assert_allclose(mass[:, None] * (now["velocity"] - before["velocity"]) / STEP, total, atol=1e-10)

    def test_what_is_not_there_is_said(self):
        (self.out / "contacts.h5").unlink()
        (self.out / "contacts.1.h5").unlink()
        with self.assertRaisesRegex(talus.Error, "output.contacts"):
            talus.open(self.out).contacts
        (self.out / "trajectory.1.h5").write_bytes((self.out / "trajectory.1.h5").read_bytes()[:5000])
        with self.assertRaisesRegex(talus.Error, "trajectory.1.h5"):
            talus.open(self.out).frames


class Surfaces(unittest.TestCase):
    """Triangles of shapes enclose the volume of the closed form, seen from outside."""

    BOX, CAPSULE, CYLINDER, DISK, POLYHEDRON, CLUMP, MESH = range(7)
    TETRAHEDRON = [[0, 0, 0, 0], [1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
    TABLE = {
        "kind": numpy.array([2, 3, 4, 5, 6, 7, 8]),
        "half_size": numpy.array([[1, 2, 3], [1, 1, 2], [1, 1, 2], [2, 2, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]], dtype=float),
        "points": numpy.array(TETRAHEDRON[0] + [[1, 1, 1, 0.5], [5, 1, 1, 1]] + TETRAHEDRON[0], dtype=float),
        "points_start": numpy.array([0, 0, 0, 0, 0, 4, 6]),
        "triangles": numpy.array(TETRAHEDRON[1] * 2),
        "triangles_start": numpy.array([0, 0, 0, 0, 0, 4, 4]),
    }

    def integrals(self, shape):
        """Volume, area and middle of the volume within the triangles."""
        vertices, triangles = talus.shapes.surface(self.TABLE, shape)
        a, b, c = (vertices[triangles[:, i]] for i in range(3))
        parts = numpy.einsum("ij,ij->i", a, numpy.cross(b, c)) / 6
        area = numpy.linalg.norm(numpy.cross(b - a, c - a), axis=1).sum() / 2
        return parts.sum(), area, (parts[:, None] * (a + b + c) / 4).sum(axis=0)

    def test_volumes_are_those_of_closed_forms(self):
        exact = {self.BOX: 48, self.CAPSULE: numpy.pi * (4 + 4 / 3), self.CYLINDER: 4 * numpy.pi, self.DISK: 0, self.POLYHEDRON: 1,
                 self.CLUMP: 4 / 3 * numpy.pi * (1 + 0.125), self.MESH: 1}
        for shape, volume in exact.items():
            self.assertAlmostEqual(self.integrals(shape)[0], volume, delta=0.03 * volume + 1e-12, msg=shape)
        self.assertAlmostEqual(self.integrals(self.DISK)[1], 2 * 4 * numpy.pi, delta=0.03 * 8 * numpy.pi)  # both faces
        volume, _, moment = self.integrals(self.CLUMP)
        numpy.testing.assert_allclose(moment / volume, [(0.125 + 5) / 1.125, 1, 1], rtol=1e-9)

    def test_spheres_and_planes_have_no_surface(self):
        table = {"kind": numpy.array([0, 1]), "half_size": numpy.zeros((2, 3))}
        self.assertEqual([talus.shapes.surface(table, shape) for shape in (0, 1)], [None, None])


class ShapesOfARun(Case):
    """The table of shapes that a run writes, against the masses and radii of its bodies."""

    def test_surfaces_have_the_volumes_and_radii_of_the_bodies(self):
        (self.folder / "input").symlink_to(SOURCE / "input")
        self.talus("run", "input/mixed.yaml", "--quiet", "--set", "time.end=0.02", "--set", "output.folder=out", ranks=2)
        run = talus.open(self.folder / "out")
        shapes, state = run.frames.shapes, run.state
        density = [0] + [run.deck[f"materials[{m}].density"] for m in range(3)]
        kinds = set()
        for shape, mass, radius, material in zip(state["shape"], state["mass"], state["radius"], state["material"]):
            kind = shapes["kind"][shape]
            kinds.add(int(kind))
            if kind == talus.shapes.SPHERE:
                continue
            vertices, triangles = talus.shapes.surface(shapes, shape)
            self.assertAlmostEqual(numpy.linalg.norm(vertices, axis=1).max(), radius, delta=0.03 * radius, msg=kind)
            if kind not in (talus.shapes.DISK, talus.shapes.CLUMP):  # without volume; of balls that overlap
                a, b, c = (vertices[triangles[:, i]] for i in range(3))
                volume = numpy.einsum("ij,ij->", a, numpy.cross(b, c)) / 6
                self.assertAlmostEqual(volume, mass / density[material], delta=0.03 * volume, msg=kind)
        self.assertEqual(kinds, {0, 2, 3, 4, 5, 6, 7})
        facets = (SOURCE / "input" / "mixed-funnel.stl").read_text().count("endfacet")
        mesh = [s for s in state.walls["shape"] if shapes["kind"][s] == talus.shapes.MESH]
        self.assertEqual([len(talus.shapes.surface(shapes, s)[1]) for s in mesh], [facets])


class ForceChains(RunCase):
    def test_figures_are_those_of_the_file(self):
        printed = self.script("force_chains.py", "out", "--time", 0.4, "--png", "chains.png").stdout
        force = self.result.contacts[80]["normal_force"]
        self.assertIn(f"time 0.4 s, contacts {len(force)}, mean normal force {force.mean():.6g} N, largest {force.max():.6g} N", printed)
        self.assertEqual((self.folder / "chains.png").read_bytes()[:4], b"\x89PNG")

    def test_refusals_and_help(self):
        for name in ("force_chains.py", "render.py"):
            self.assertIn("usage", self.script(name, "--help").stdout)
        self.assertIn("no contact carries a force", self.script("force_chains.py", "out", "--time", 0, code=2).stderr)


READ_INDEX = """
import json, sys
from paraview.simple import XDMFReader
reader = XDMFReader(FileNames=[sys.argv[1]])
reader.UpdatePipeline()
found = []
for time in reader.TimestepValues:
    reader.UpdatePipeline(time)
    fields = {name: [reader.PointData[name].GetRange(c) for c in range(reader.PointData[name].GetNumberOfComponents())]
              for name in reader.PointData.keys()}
    found.append((time, reader.GetDataInformation().GetNumberOfPoints(), reader.GetDataInformation().GetBounds(), fields))
print(json.dumps(found))
"""


# The last frame as the README has it shown: the index, 3D Glyphs, scaled by radius. Seen from above, without perspective.
DRAW_INDEX = """
import sys
from paraview.simple import CreateView, SaveScreenshot, Show, XDMFReader
index, png, edge, pixels = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
reader = XDMFReader(FileNames=[index])
reader.UpdatePipeline()
view = CreateView("RenderView")
view.ViewSize, view.OrientationAxesVisibility = [pixels, pixels], 0
view.UseColorPaletteForBackground, view.Background, view.ViewTime = 0, [1, 1, 1], reader.TimestepValues[-1]
shown = Show(reader, view)
shown.SetRepresentationType("3D Glyphs")
shown.GlyphType = "Sphere"
shown.GlyphType.Radius, shown.GlyphType.ThetaResolution, shown.GlyphType.PhiResolution = 1, 48, 48
shown.Scaling, shown.ScaleMode, shown.SelectScaleArray, shown.ScaleFactor = 1, "Magnitude", "radius", 1
shown.ColorArrayName, shown.DiffuseColor = ["POINTS", ""], [0.2, 0.2, 0.2]
view.CameraFocalPoint, view.CameraPosition, view.CameraViewUp = [0, 0, 0], [0, 0, 10], [0, 1, 0]
view.CameraParallelProjection, view.CameraParallelScale = 1, edge / 2
SaveScreenshot(png, view, ImageResolution=view.ViewSize)
"""


# Programmable sources run in the names of this script, and define functions of their own.
READ_STATE = """\
import json, sys
from paraview import simple, servermanager
from paraview.vtk.util import numpy_support
simple.LoadState(sys.argv[1])
found = {}
for (name, _), shown in simple.GetSources().items():
    for time in map(float, sys.argv[2:]):
        shown.UpdatePipeline(time)
        data = servermanager.Fetch(shown)
        array = lambda vtk: numpy_support.vtk_to_numpy(vtk).tolist()
        fields = lambda d: {d.GetArrayName(i): array(d.GetArray(i)) for i in range(d.GetNumberOfArrays())}
        found.setdefault(name, []).append({"points": array(data.GetPoints().GetData()) if data.GetNumberOfPoints() else [], "cells": data.GetNumberOfCells(),
                                           **fields(data.GetPointData()), **{f"cell {n}": v for n, v in fields(data.GetCellData()).items()}})
print(json.dumps(found))
sys.stdout.flush()
"""

VIEWED = """\
time: {step: 0.002, end: 0.04}
output: {folder: viewed, every: 0.02, contacts: true, map_every: 0.02}
shapes: [{name: die, kind: box, half_size: [0.03, 0.02, 0.01]}]
walls: [{name: table, shape: rectangle, half_length: 0.3, half_width: 0.3, map: true}]
bodies: {density: 2000, list: [{radius: 0.02, position: [0, 0, 0.02]}, {radius: 0.02, position: [0.01, 0, 0.06]}, {shape: die, position: [0.1, 0, 0.01]}]}
"""


class ParaView(RunCase):
    def setUp(self):
        if not shutil.which("pvbatch") or not shutil.which("Xvfb"):
            self.skipTest("ParaView's pvbatch or Xvfb is not installed (jobscripts/install-deps.sh --pictures)")
        super().setUp()

    def test_index_opens_with_the_frames(self):
        (self.folder / "read.py").write_text(READ_INDEX)
        command = ["pvbatch", "read.py", str(self.out / "trajectory.xdmf")]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done)
        found = json.loads(done.stdout.splitlines()[-1])
        frames = self.result.frames
        self.assertEqual(len(found), len(frames))
        for (time, points, bounds, fields), frame in zip(found, frames):
            self.assertEqual((time, points), (frame.time, len(frame["id"])))
            extremes = lambda values: [[float(c.min()), float(c.max())] for c in values.reshape(points, -1).T]
            numpy.testing.assert_allclose(numpy.reshape(bounds, (3, 2)), extremes(frame["position"]), rtol=1e-6)
            self.assertEqual(fields.keys() | {"position"}, frame.keys())
            for name, ranges in fields.items():
                numpy.testing.assert_allclose(ranges, extremes(frame[name]), rtol=1e-12, err_msg=name)

    def test_index_shows_spheres_of_their_radii(self):
        from matplotlib import image
        edge, pixels = 0.3, 400
        (self.folder / "draw.py").write_text(DRAW_INDEX)
        with talus.display.display() as name:
            done = subprocess.run(["pvbatch", "draw.py", str(self.out / "trajectory.xdmf"), "seen.png", str(edge), str(pixels)], cwd=self.folder,
                                  env={**os.environ, "DISPLAY": name}, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done)
        seen = image.imread(self.folder / "seen.png")[::-1, :, :3].mean(axis=2) < 0.9
        place = (numpy.arange(pixels) + 0.5) / pixels * edge - edge / 2
        frame = self.result.frames[-1]
        wanted = numpy.zeros((pixels, pixels), dtype=bool)
        for (x, y, _), radius in zip(frame["position"], frame["radius"]):
            wanted |= (place - x)**2 + (place[:, None] - y)**2 < radius**2
        self.assertGreater(wanted.mean(), 0.3)
        self.assertLess(wanted.mean(), 0.9)
        self.assertLess((seen != wanted).sum() / wanted.sum(), 0.02)

    def test_a_state_shows_what_the_files_hold(self):
        (self.folder / "viewed.yaml").write_text(VIEWED)
        self.talus("run", "viewed.yaml", "--quiet")
        self.script("view.py", "viewed", "--state", "viewed.pvsm")
        (self.folder / "read.py").write_text(READ_STATE)
        with talus.display.display() as name:
            done = subprocess.run(["pvbatch", "read.py", "viewed.pvsm", "0", "0.04"], cwd=self.folder, env={**os.environ, "DISPLAY": name},
                                  capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done)
        found, run = json.loads(done.stdout.splitlines()[-1]), talus.open(self.folder / "viewed")
        self.assertEqual(set(found), {"spheres", "others", "walls", "contacts", "tubes", "maps"})
        for at, frame in ((0, run.frames[0]), (1, run.frames[-1])):
            here = {name: parts[at] for name, parts in found.items()}
            numpy.testing.assert_allclose(here["spheres"]["points"], frame.position[:2], rtol=1e-6)
            for field in ("id", "normal_load", "velocity", "radius"):
                numpy.testing.assert_allclose(here["spheres"][field], frame[field][:2], rtol=1e-12, err_msg=field)
            x, y, z, w = frame["orientation"][2]
            turn = numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
            corners = sorted((frame.position[2] + turn @ [0.03 * i, 0.02 * j, 0.01 * k]).tolist() for i in (-1, 1) for j in (-1, 1) for k in (-1, 1))
            numpy.testing.assert_allclose(sorted(here["others"]["points"]), corners, atol=1e-7)
            self.assertEqual((here["others"]["cells"], here["others"]["id"]), (12, [frame["id"][2]] * 8))
        contacts, maps = run.contacts[-1], run.maps[-1]
        ends = numpy.concatenate([contacts["id_a"], contacts["id_b"]])
        self.assertEqual(found["contacts"][1]["cells"], numpy.isin(ends, run.frames[-1]["id"]).sum())
        self.assertAlmostEqual(max(found["contacts"][1]["normal_force"]), contacts["normal_force"].max())
        self.assertAlmostEqual(max(found["contacts"][1]["tube_radius"]), 0.4 * 0.02)
        self.assertGreater(len(found["tubes"][1]["points"]), 10 * found["contacts"][1]["cells"])
        self.assertEqual(found["maps"][1]["cells"], maps.count)
        for field in ("pressure", "force", "area"):
            numpy.testing.assert_allclose(found["maps"][1][f"cell {field}"], maps[field], rtol=1e-12, err_msg=field)
        self.assertGreater(sum(found["maps"][1]["cell pressure"]), 0)

    def test_picture_and_movie(self):
        from matplotlib import image
        for segment in ("trajectory.h5",):  # a shorter movie
            (self.out / segment).unlink()
        self.script("render.py", "out", "--size", 320, 240, "--view", -60, 20, "--color", "speed", "--png", "box.png", "--movie", "box.ogv")
        picture = image.imread(self.folder / "box.png")
        self.assertEqual(picture.shape[:2], (240, 320))
        colours = picture[..., :3].reshape(-1, 3)
        self.assertGreater(len(numpy.unique(colours.round(2), axis=0)), 50)  # shaded bodies
        self.assertTrue((colours[0] > 0.98).all())                          # on white
        self.assertGreater((self.folder / "box.ogv").stat().st_size, 5000)
        self.assertEqual((self.folder / "box.ogv").read_bytes()[:4], b"OggS")


if __name__ == "__main__":
    unittest.main(verbosity=2)
